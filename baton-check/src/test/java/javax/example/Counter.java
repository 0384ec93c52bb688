package javax.example;

/** A class of a user in a package that looks like the JDK's. */
public final class Counter {
    private int count;

    /** One more. */
    public void add() {
        count++;
    }

    /** {@return how many} */
    public int count() {
        return count;
    }
}
