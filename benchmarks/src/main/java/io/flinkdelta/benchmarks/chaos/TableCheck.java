/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.chaos.LogTail.LiveFile;
import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;

/** Compares the table with what was sent, and with what its commits say one by one. */
final class TableCheck {
    private static final int VERSIONS_LOOKED_AT = 20;

    private final DeltaLog log;
    private final List<RowCount> ofTopic;
    private final RowCount ofSecondWriter;
    private final List<String> wrong = new ArrayList<>();

    /**
     * For a table to which nobody writes any more.
     *
     * @param ofTopic by partition
     */
    TableCheck(DeltaLog log, List<RowCount> ofTopic, RowCount ofSecondWriter) {
        this.log = log;
        this.ofTopic = ofTopic;
        this.ofSecondWriter = ofSecondWriter;
    }

    /** Counts the rows of the newest version. */
    void rows() {
        long broken = 0;
        try (TableRows rows = TableRows.read(log.storage(), log.latestSnapshot())) {
            while (rows.hasNext()) {
                RowData row = rows.next();
                int source = ChaosTable.source(row);
                boolean known = source == ChaosTable.SECOND_WRITER || (source >= 0 && source < ofTopic.size());
                if (!known || !ChaosTable.isWhole(row)) {
                    broken++;
                } else if (source == ChaosTable.SECOND_WRITER) {
                    ofSecondWriter.add(ChaosTable.number(row));
                } else {
                    ofTopic.get(source).add(ChaosTable.number(row));
                }
            }
        }
        require(broken == 0, broken + " rows that nobody sent");
        long unexpected = ofTopic.stream().mapToLong(RowCount::unexpected).sum();
        require(unexpected == 0, unexpected + " rows of the topic that were not sent");
        require(lost() == 0, lost() + " rows of the topic are lost");
        require(doubled() == 0, doubled() + " rows of the topic are doubled");
        require(ofSecondWriter.lost() == 0, ofSecondWriter.lost() + " rows of the second writer are lost");
        require(ofSecondWriter.doubled() == 0, ofSecondWriter.doubled() + " rows of the second writer are doubled");
        require(
                ofSecondWriter.unexpected() == 0,
                ofSecondWriter.unexpected() + " rows of the second writer are there that were deleted or never sent");
    }

    /** The live files are those of the commits, whether they are read from the log as it is or from a new checkpoint. */
    void files(LogTail tail) {
        Snapshot newest = log.latestSnapshot();
        require(
                newest.version() == tail.version(),
                "the newest version is " + newest.version() + ", and " + tail.version() + " of the commits");
        require(
                files(newest).equals(tail.live()),
                "the files of version " + newest.version() + " differ from its commits");
        log.checkpoint(newest);
        require(
                files(log.latestSnapshot()).equals(tail.live()),
                "the files of the checkpoint of version " + newest.version() + " differ from its commits");
        long step = Math.max(1, newest.version() / VERSIONS_LOOKED_AT);
        for (long version = 0; version < newest.version(); version += step) {
            try (Stream<?> files = log.snapshotAt(version).files()) {
                long count = files.count();
                require(
                        count == tail.liveCount(version),
                        "version " + version + " has " + count + " files, and " + tail.liveCount(version)
                                + " of the commits");
            }
        }
    }

    private static Set<LiveFile> files(Snapshot snapshot) {
        try (var files = snapshot.files()) {
            return files.map(LiveFile::of).collect(Collectors.toSet());
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            wrong.add(otherwise);
        }
    }

    private long lost() {
        return ofTopic.stream().mapToLong(RowCount::lost).sum();
    }

    private long doubled() {
        return ofTopic.stream().mapToLong(RowCount::doubled).sum();
    }

    /** What was found, to be printed. */
    void figures(Map<String, Long> figures) {
        figures.put("rows_sent", ofTopic.stream().mapToLong(RowCount::expected).sum());
        figures.put("rows_lost", lost());
        figures.put("rows_doubled", doubled());
        figures.put("second_writer_rows_live", (long) ofSecondWriter.expected());
        figures.put("second_writer_rows_lost", (long) ofSecondWriter.lost());
        figures.put("second_writer_rows_doubled", ofSecondWriter.doubled());
        figures.put("second_writer_rows_unexpected", ofSecondWriter.unexpected());
    }

    /** What does not hold. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }
}
