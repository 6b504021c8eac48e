/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

/** Follows a table as it grows, by its log alone: rows are counted from the statistics of its files. */
final class TableProgress {
    private final DeltaLog log;
    private final JsonMapper json = new JsonMapper();
    private Optional<Snapshot> known = Optional.empty();

    TableProgress(DeltaLog log) {
        this.log = log;
    }

    /** {@code no table yet}, or version, files and rows. */
    String describe() {
        known = known.isPresent() ? known.map(log::refresh) : log.latestSnapshotIfExists();
        if (known.isEmpty()) {
            return "no table yet";
        }
        try (Stream<AddFile> files = known.get().files()) {
            long rows = files.mapToLong(this::rows).sum();
            return String.format("table at version %d, %,d rows", known.get().version(), rows);
        }
    }

    private long rows(AddFile file) {
        try {
            return json.readTree(file.stats().orElse("{}")).path("numRecords").asLong();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
