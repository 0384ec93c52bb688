package dev.baton.bench.run;

/** Told how a run goes on, so that people can see it. */
public interface RunListener {
    /** Who does not care. */
    RunListener NONE = new RunListener() {
        @Override
        public void planned(int forks, double seconds) {}

        @Override
        public void began(String what) {}

        @Override
        public void ended() {}

        @Override
        public void warned(String sentence) {}
    };

    /** So many forks will run, and take about so long. */
    void planned(int forks, double seconds);

    /** A fork starts. */
    void began(String what);

    /** That fork is done. */
    void ended();

    /** The numbers may be worth less, for this reason. */
    void warned(String sentence);
}
