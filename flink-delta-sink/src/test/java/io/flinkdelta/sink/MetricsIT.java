/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TestCluster.class)
class MetricsIT {

    @TempDir
    private Path folder;

    @Test
    void writersAndCommitterTellWhatTheyDid(MiniCluster cluster, InMemoryReporter metrics) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestJob.Running job = new TestJob(folder)
                    .rows(200)
                    .rowsPerCheckpoint(50)
                    .into(table.sink().build())
                    .start(cluster);
            job.finish();

            List<AddFile> files = new ArrayList<>();
            try (Stream<AddFile> live = table.snapshot().files()) {
                live.forEach(files::add);
            }
            long bytes = files.stream().mapToLong(AddFile::size).sum();
            Operator writer = new Operator(metrics, job.id(), "Sink: Writer");
            Operator committer = new Operator(metrics, job.id(), "Sink: Committer");

            assertThat(writer.sum("numRecordsSend")).isEqualTo(200);
            assertThat(writer.sum("numBytesSend")).isEqualTo(bytes);
            assertThat(writer.sum("numRecordsSendErrors")).isZero();
            assertThat(writer.sum("closedFiles")).isEqualTo(files.size());
            assertThat(committer.sum("committedFiles")).isEqualTo(files.size());
            assertThat(committer.sum("committedBytes")).isEqualTo(bytes);
            assertThat(committer.sum("committedRows")).isEqualTo(200);
            assertThat(committer.gauges("lastCommittedVersion"))
                    .containsExactlyInAnyOrder(-1L, table.snapshot().version());
            assertThat(committer.gauges("lastCommitDurationMs")).anyMatch(millis -> millis >= 0);
            assertThat(committer.gauges("timeSinceLastCommitMs")).anyMatch(millis -> millis >= 0);
            assertThat(writer.gauges("currentSendTime")).hasSize(2);
            assertThat(writer.gauges("openFiles")).containsExactly(0L, 0L);
            assertThat(writer.gauges("bufferedBytes")).containsExactly(0L, 0L);
        }
    }

    /** The metrics of an operator, from all of its subtasks. */
    private record Operator(InMemoryReporter reporter, JobID job, String name) {
        long sum(String metric) {
            return named(metric).mapToLong(each -> ((Counter) each).getCount()).sum();
        }

        List<Long> gauges(String metric) {
            return named(metric)
                    .map(each -> ((Number) ((Gauge<?>) each).getValue()).longValue())
                    .toList();
        }

        private Stream<Metric> named(String metric) {
            List<Metric> found = reporter.findOperatorMetricGroups(job, name).stream()
                    .map(group -> reporter.getMetricsByGroup(group).get(metric))
                    .filter(Objects::nonNull)
                    .toList();
            assertThat(found).as(metric + " of " + name).hasSize(2);
            return found.stream();
        }
    }
}
