/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.TableProperties;
import java.util.Optional;

/**
 * In which form the checkpoints of one table hold statistics and partition values. Immutable, any
 * thread.
 *
 * @param statsAsJson whether live files have their statistics as JSON
 * @param parsedFor whose schema the statistics and partition values are typed by; empty for no such columns
 */
public record CheckpointLayout(boolean statsAsJson, Optional<Metadata> parsedFor) {

    /**
     * As the table's properties say: {@code delta.checkpoint.writeStatsAsJson} and {@code
     * delta.checkpoint.writeStatsAsStruct}, both on by default as in Spark.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when one of them is not valid
     */
    public static CheckpointLayout of(Metadata metadata, ErrorContext where) {
        TableProperties properties = TableProperties.ofTable(metadata.configuration(), where);
        return new CheckpointLayout(
                properties.checkpointStatsAsJson(),
                properties.checkpointStatsAsStruct() ? Optional.of(metadata) : Optional.empty());
    }

    /** Statistics as JSON only. */
    public static CheckpointLayout json() {
        return new CheckpointLayout(true, Optional.empty());
    }

    /** New ones each time: they are filled by one writer. */
    Optional<ParsedColumns> parsedColumns() {
        return parsedFor.map(ParsedColumns::of);
    }
}
