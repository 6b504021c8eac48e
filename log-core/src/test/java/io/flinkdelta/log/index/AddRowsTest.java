/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.checkpoint.AddRows;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LocalLogStore;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddRowsTest {

    @Test
    @DisplayName(
            "of every checkpoint of the shared tables the rows are the actions, in whatever order their fields are asked for")
    void rowsAreTheActions() throws IOException {
        int files = 0;
        for (Path table : SharedTables.find().all()) {
            Path folder = table.resolve("_delta_log");
            LogStore log = new LocalLogStore(folder);
            List<CheckpointFile> checkpoints = new ArrayList<>();
            try (Stream<Path> names = Files.list(folder)) {
                names.map(path -> LogFile.parse(path.getFileName().toString()))
                        .flatMap(java.util.Optional::stream)
                        .filter(file -> file instanceof LogFile.Checkpoint
                                || file instanceof LogFile.MultiPartCheckpoint
                                || file instanceof LogFile.V2Checkpoint)
                        .map(CheckpointFile::of)
                        .forEach(checkpoints::add);
            }
            for (CheckpointFile checkpoint : checkpoints) {
                if (!table.endsWith("broken-checkpoint")) {
                    requireSame(checkpoint, log, table.toString());
                    files++;
                }
            }
        }
        assertThat(files).isGreaterThan(20);
    }

    private static void requireSame(CheckpointFile checkpoint, LogStore log, String what) {
        ErrorContext table = ErrorContext.table(what);
        List<AddFile> expected = new ArrayList<>();
        try (CheckpointActions actions = checkpoint.open(log, CheckpointContent.FILES, table)) {
            actions.forEachRemaining(action -> {
                if (action instanceof AddFile add) {
                    expected.add(add);
                }
            });
        }
        List<AddFile> read = new ArrayList<>();
        try (AddRows rows = rows(checkpoint, log, table)) {
            for (AddRow row = rows.next(); row != null; row = rows.next()) {
                if (read.size() % 3 == 0) {
                    row.stats();
                    row.size();
                } else if (read.size() % 3 == 1) {
                    row.partitionValues();
                    row.partitionValues();
                }
                read.add(row.toAddFile());
            }
        }
        assertThat(read).as("%s of %s", checkpoint, what).isEqualTo(expected);
        int last = expected.size() - 1;
        try (AddRows rows = rows(checkpoint, log, table)) {
            AddRow row = rows.next();
            for (int i = 0; i < last; i++) {
                row = rows.next();
            }
            assertThat(last < 0 || row.toAddFile().equals(expected.get(last)))
                    .as("the last row alone")
                    .isTrue();
        }
        List<AddFile> striped = new ArrayList<>();
        for (Supplier<AddRows> opener : AddRows.stripes(new CheckpointSource(checkpoint, log, table), 3)) {
            try (AddRows rows = opener.get()) {
                for (AddRow row = rows.next(); row != null; row = rows.next()) {
                    striped.add(row.toAddFile());
                }
            }
        }
        assertThat(striped).isEqualTo(expected);
    }

    private static AddRows rows(CheckpointFile checkpoint, LogStore log, ErrorContext table) {
        return AddRows.stripes(new CheckpointSource(checkpoint, log, table), 1)
                .get(0)
                .get();
    }
}
