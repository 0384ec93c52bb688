package dev.baton.spark;

import dev.baton.cli.Main;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command line with Spark beside it: what {@code spark-submit} and the launcher start. */
public final class ClusterMain {
    private ClusterMain() {}

    /**
     * Runs a command; under {@code spark-submit} a check goes to the cluster that was named there.
     *
     * @param arguments of the command line
     */
    public static void main(String[] arguments) {
        Main.main(withMaster(arguments, System.getProperty("spark.master", "")));
    }

    static String[] withMaster(String[] arguments, String submitted) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        boolean named = all.stream().anyMatch(each -> each.equals("--cluster") || each.startsWith("--cluster="));
        if (!submitted.isEmpty() && !named && all.contains("check")) {
            all.add(all.indexOf("check") + 1, "--cluster=" + submitted);
        }
        return all.toArray(String[]::new);
    }
}
