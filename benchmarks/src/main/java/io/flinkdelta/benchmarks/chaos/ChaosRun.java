/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.chaos.Kill.Target;
import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Rows;
import io.flinkdelta.examples.KafkaTopicSpec;
import io.flinkdelta.examples.kafka.KafkaBroker;
import io.flinkdelta.examples.kafka.KafkaTopics;
import io.flinkdelta.log.DeltaLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One run: everything is started, killed for a while, let come to rest, and compared.
 *
 * <pre>
 *   this JVM: rows -> Kafka (JVM) -> job manager, task managers (JVMs) -> table <- second writer, maintenance (JVM)
 * </pre>
 */
final class ChaosRun {
    private static final String TOPIC = "chaos";
    private static final int PARTITIONS = 4;
    /** What the sink says of a committable that an earlier attempt had committed. */
    private static final String FOUND_LANDED = "was committed to";

    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(3);

    private final ChaosOptions options;
    private final ChaosFolder folder;
    private final DeltaLog log;
    private final Random random;
    private final Map<Target, Long> kills = new EnumMap<>(Target.class);
    private final List<String> wrong = new ArrayList<>();

    private ChaosRun(ChaosOptions options, ChaosFolder folder, DeltaLog log) {
        this.options = options;
        this.folder = folder;
        this.log = log;
        this.random = new Random(options.seed());
        for (Target target : Target.values()) {
            kills.put(target, 0L);
        }
    }

    static ChaosResult run(ChaosOptions options, ChaosFolder folder) throws IOException, InterruptedException {
        try (DeltaLog log = ChaosTable.open(folder.table());
                KafkaBroker broker = KafkaBroker.start(folder.kafka(), folder.logOf("kafka"))) {
            try (KafkaTopics topics = KafkaTopics.connect(broker.bootstrapServers(), Map.of(), START_PATIENCE)) {
                topics.create(TOPIC, PARTITIONS);
            }
            ChaosTable.create(log);
            return new ChaosRun(options, folder, log).run(broker.bootstrapServers());
        }
    }

    private ChaosResult run(String bootstrapServers) throws IOException, InterruptedException {
        try (LogTail tail = LogTail.start(log);
                RowStream rows = RowStream.start(bootstrapServers, TOPIC, PARTITIONS, options.rate())) {
            Restarts restarts = new Restarts(log, tail::jobApplicationId);
            ChaosJob job = new ChaosJob(
                    folder, KafkaTopicSpec.of(bootstrapServers, TOPIC), options.checkpointInterval(), restarts);
            long[] sent;
            try (FlinkCluster cluster = FlinkCluster.start(folder, job);
                    KeptJvm secondWriter = startSecondWriter()) {
                killForAWhile(cluster, secondWriter, job, rows, tail);
                sent = rows.stop();
                if (isAlright(cluster, secondWriter, job)) {
                    drain(job, tail, Arrays.stream(sent).sum());
                }
            }
            while (tail.next()) {
                // the last versions
            }
            return check(sent, tail, restarts);
        }
    }

    private KeptJvm startSecondWriter() throws IOException {
        KeptJvm writer = new KeptJvm(
                "second writer",
                256,
                folder.logOf("second-writer"),
                SecondWriter.class.getName(),
                List.of(folder.table().toString(), folder.journal().toString()),
                process -> {});
        writer.start();
        return writer;
    }

    private void killForAWhile(FlinkCluster cluster, KeptJvm secondWriter, ChaosJob job, RowStream rows, LogTail tail)
            throws IOException, InterruptedException {
        Moments moments = new Moments(folder, tail::jobCommits);
        long startDeadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (!moments.await(Kill.first().moment())) {
            if (System.nanoTime() > startDeadline || !cluster.troubles().isEmpty()) {
                wrong.add("the job began no file");
                return;
            }
        }
        kill(Kill.first(), cluster, secondWriter);
        long end = System.nanoTime() + options.duration().toNanos();
        while (System.nanoTime() < end) {
            if (!isAlright(cluster, secondWriter, job)) {
                return;
            }
            Kill next = Kill.next(random, options.killEvery());
            TimeUnit.MILLISECONDS.sleep(next.pause().toMillis());
            moments.await(next.moment());
            TimeUnit.MILLISECONDS.sleep(next.delay().toMillis());
            kill(next, cluster, secondWriter);
            System.err.println("chaos: " + describe(next) + "; " + rows.acknowledged() + " rows sent, " + tail.jobRows()
                    + " committed, version " + tail.version());
        }
    }

    /** After that the run is not worth going on. */
    private boolean isAlright(FlinkCluster cluster, KeptJvm secondWriter, ChaosJob job) throws InterruptedException {
        wrong.addAll(cluster.troubles());
        wrong.addAll(secondWriter.troubles());
        if (job.hasFailed()) {
            wrong.add("the job failed for good");
        }
        return wrong.isEmpty();
    }

    private static String describe(Kill kill) {
        return (kill.target() + " at " + kill.moment() + " + " + kill.delay().toMillis() + " ms")
                .toLowerCase(Locale.ROOT);
    }

    private void kill(Kill kill, FlinkCluster cluster, KeptJvm secondWriter) throws IOException, InterruptedException {
        switch (kill.target()) {
            case TASK_MANAGER -> cluster.killTaskManager(random.nextInt(FlinkCluster.TASK_MANAGERS));
            case JOB_MANAGER -> cluster.killJobManager();
            case JOB_AND_TASK_MANAGERS -> {
                cluster.killJobManager();
                for (int i = 0; i < FlinkCluster.TASK_MANAGERS; i++) {
                    cluster.killTaskManager(i);
                }
            }
            case SECOND_WRITER -> secondWriter.kill();
            case STALLED_TASK_MANAGER -> cluster.stallTaskManager(random.nextInt(FlinkCluster.TASK_MANAGERS));
        }
        kills.merge(kill.target(), 1L, Long::sum);
    }

    /** Waits until the job has committed what was sent, and stops it. */
    private void drain(ChaosJob job, LogTail tail, long sent) throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN_PATIENCE.toNanos();
        while (tail.jobRows() < sent) {
            if (!wrong.isEmpty() || job.hasFailed() || System.nanoTime() > deadline) {
                wrong.add("the job came to rest with " + tail.jobRows() + " of " + sent + " rows committed");
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        stop(job, deadline);
    }

    /** Tries again while the job is coming back from the last kill: its rows may be in the table before. */
    private void stop(ChaosJob job, long deadline) throws InterruptedException {
        while (true) {
            try {
                job.stop();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    wrong.add(e.getMessage());
                    return;
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    private ChaosResult check(long[] sent, LogTail tail, Restarts restarts) throws IOException {
        Rows second = new SecondWriterJournal(folder.journal()).rows(SecondWriter.landed(log.latestSnapshot()));
        TableCheck check =
                new TableCheck(log, Arrays.stream(sent).mapToObj(RowCount::of).toList(), new RowCount(second.live()));
        check.rows();
        check.files(tail);
        wrong.addAll(check.wrong());
        wrong.addAll(tail.troubles());

        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("seed", options.seed());
        figures.put("stalls", kills.remove(Target.STALLED_TASK_MANAGER));
        figures.put("kills", kills.values().stream().mapToLong(Long::longValue).sum());
        kills.forEach((target, count) -> figures.put("kills_" + target.name().toLowerCase(Locale.ROOT), count));
        check.figures(figures);
        figures.put("second_writer_rows_sent", (long) second.sent().cardinality());
        figures.put("versions", tail.version() + 1);
        figures.put("job_commits", tail.jobCommits());
        figures.put("job_starts_without_state", (long) restarts.withoutState());
        figures.put("job_restarts_after_commit", (long) restarts.committed());
        figures.put("job_restarts_before_commit", (long) restarts.uncommitted());
        figures.put("job_commits_found_landed", new ProcessLogs(folder.logs()).count("taskmanager*", FOUND_LANDED));
        return new ChaosResult(figures, wrong);
    }
}
