/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.util.Comparator;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;

/** What the source of a job of one reader shows; -1 while there is no such metric. */
record JobMetrics(InMemoryReporter reporter, JobID job) {
    long enumerator(String metric) {
        return value(".enumerator." + metric);
    }

    long reader(String metric) {
        return value(".Source: delta.0." + metric);
    }

    private long value(String end) {
        return reporter.getMetricsByIdentifiers(job).entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(end))
                .min(Comparator.comparing(entry -> entry.getKey().length()))
                .map(entry -> number(entry.getValue()))
                .orElse(-1L);
    }

    private static long number(Metric metric) {
        return metric instanceof Counter counter
                ? counter.getCount()
                : ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }
}
