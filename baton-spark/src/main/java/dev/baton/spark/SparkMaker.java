package dev.baton.spark;

import dev.baton.cli.Cluster;
import dev.baton.cli.InputProblem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Connects to a cluster of Spark. */
public final class SparkMaker implements Cluster.Maker {
    /** What the checker needs on every machine: its threads are the JDK's continuations. */
    static final String FLAGS = "--add-opens=java.base/java.lang=ALL-UNNAMED"
            + " --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";

    /** Called by the service loader. */
    public SparkMaker() {}

    @Override
    public Cluster connect(String master) {
        SparkConf conf = new SparkConf();
        conf.setMaster(master).setAppName(conf.get("spark.app.name", "baton check"));
        conf.set("spark.executor.extraJavaOptions",
                (conf.get("spark.executor.extraJavaOptions", "") + " " + FLAGS).strip());
        conf.setIfMissing("spark.ui.showConsoleProgress", "false");
        conf.setIfMissing("spark.log.level", "ERROR");
        String own = OwnJar.path();
        if (!own.isEmpty() && !conf.contains("spark.jars") && !master.startsWith("local")) {
            conf.set("spark.jars", own);
        }
        try {
            return new SparkCluster(new JavaSparkContext(conf));
        } catch (RuntimeException | Error failure) {
            throw new InputProblem("cannot connect to the cluster " + master + ": " + failure.getMessage(), failure);
        } catch (Exception failure) { // Scala throws what it does not declare
            throw new InputProblem("cannot connect to the cluster " + master + ": " + failure.getMessage(), failure);
        }
    }
}
