package dev.baton.bench.channel;

import com.softwaremill.jox.SelectClause;
import dev.baton.Channel;
import dev.baton.Select;
import dev.baton.bench.load.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Time per element that one thread receives by select from several rendezvous channels, with one sender at each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectBenchmark {
    private static final int ELEMENTS = 64_000;

    /** PLAIN is a receive without a select, from one channel with all the senders. */
    @Param({"BATON", "PLAIN", "JOX"})
    private String kind = "BATON";

    @Param({"1", "2", "8"})
    private int clauses = 2;

    @Param({"false", "true"})
    private boolean virtual;

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void select(Blackhole blackhole) throws InterruptedException {
        Team team = new Team(virtual);
        switch (kind) {
            case "BATON" -> baton(team, blackhole);
            case "PLAIN" -> plain(team, blackhole);
            default -> jox(team, blackhole);
        }
        team.begin();
        team.join();
    }

    private void baton(Team team, Blackhole blackhole) {
        Select<Integer> select = Select.fair();
        for (int clause = 0; clause < clauses; clause++) {
            Channel<Integer> channel = Channel.rendezvous();
            select.onReceive(channel, element -> element);
            team.add(() -> {
                for (int i = 0; i < ELEMENTS / clauses; i++) {
                    channel.send(i);
                }
            });
        }
        team.add(() -> {
            for (int i = 0; i < ELEMENTS; i++) {
                blackhole.consume(select.select());
            }
        });
    }

    private void plain(Team team, Blackhole blackhole) {
        Channel<Integer> channel = Channel.rendezvous();
        for (int clause = 0; clause < clauses; clause++) {
            team.add(() -> {
                for (int i = 0; i < ELEMENTS / clauses; i++) {
                    channel.send(i);
                }
            });
        }
        team.add(() -> {
            for (int i = 0; i < ELEMENTS; i++) {
                blackhole.consume(channel.receive());
            }
        });
    }

    private void jox(Team team, Blackhole blackhole) {
        List<SelectClause<?>> all = new ArrayList<>();
        for (int clause = 0; clause < clauses; clause++) {
            com.softwaremill.jox.Channel<Integer> channel = com.softwaremill.jox.Channel.newRendezvousChannel();
            all.add(channel.receiveClause());
            team.add(() -> {
                for (int i = 0; i < ELEMENTS / clauses; i++) {
                    channel.send(i);
                }
            });
        }
        SelectClause<?>[] array = all.toArray(SelectClause<?>[]::new);
        team.add(() -> {
            for (int i = 0; i < ELEMENTS; i++) {
                blackhole.consume(com.softwaremill.jox.Select.select(array));
            }
        });
    }
}
