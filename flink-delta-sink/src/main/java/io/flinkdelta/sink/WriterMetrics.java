/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/** The metrics of a writer subtask, described in {@code docs/metrics.md}. */
final class WriterMetrics {
    static final String OPEN_FILES = "openFiles";
    static final String BUFFERED_BYTES = "bufferedBytes";
    static final String CLOSED_FILES = "closedFiles";

    private final SinkWriterMetricGroup group;
    private final Counter records;
    private final Counter bytes;
    private final Counter errors;
    private final Counter closedFiles;
    private volatile long lastCloseMillis;

    WriterMetrics(SinkWriterMetricGroup group) {
        this.group = group;
        this.records = group.getNumRecordsSendCounter();
        this.bytes = group.getNumBytesSendCounter();
        this.errors = group.getNumRecordsSendErrorsCounter();
        this.closedFiles = group.counter(CLOSED_FILES);
        group.setCurrentSendTimeGauge(() -> lastCloseMillis);
    }

    /** Shows the state of {@code files}. Read by the reporter's thread, which may see values a little late. */
    void watch(DataFiles files) {
        group.gauge(OPEN_FILES, files::openFiles);
        group.gauge(BUFFERED_BYTES, files::bufferedBytes);
    }

    void wrote() {
        records.inc();
    }

    void failed() {
        errors.inc();
    }

    void closed(AddFile file, long millis) {
        closedFiles.inc();
        bytes.inc(file.size());
        lastCloseMillis = millis;
    }
}
