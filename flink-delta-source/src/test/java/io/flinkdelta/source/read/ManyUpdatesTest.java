/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit that changes far more keys than a reader knows at a time. */
class ManyUpdatesTest {
    private static final int FILES = 5;
    private static final int ROWS_PER_FILE = 40 * ScanRun.ROWS_IN_MEMORY;
    private static final long ROWS = (long) FILES * ROWS_PER_FILE;

    @TempDir
    private Path folder;

    /** The files are cut elsewhere then, every third row is another one, one in seven has gone and as many have come. */
    @Test
    void eachChangeOnce() throws IOException {
        List<String> expected = new ArrayList<>();
        try (ChangingTable table = ChangingTable.create(folder.resolve("t"))) {
            List<RowData> rows = new ArrayList<>();
            LongStream.range(0, ROWS).forEach(id -> rows.add(row(id, "old")));
            List<AddFile> before = write(table, rows, ROWS_PER_FILE);
            table.replace(List.of(), before);
            rows.clear();
            for (long id = 0; id < ROWS; id++) {
                if (id % 7 == 0) {
                    expected.add(line("-D", id, "old"));
                    expected.add(line("+I", id + ROWS, "new"));
                    rows.add(row(id + ROWS, "new"));
                } else if (id % 3 == 0) {
                    expected.add(line("-U", id, "old"));
                    expected.add(line("+U", id, "new"));
                    rows.add(row(id, "new"));
                } else {
                    rows.add(row(id, "old"));
                }
            }
            table.replace(before, write(table, rows, ROWS_PER_FILE * 2 / 3));
            assertThat(changes(table, 2)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static List<AddFile> write(ChangingTable table, List<RowData> rows, int rowsPerFile) {
        List<AddFile> files = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += rowsPerFile) {
            files.add(
                    table.write(PartitionValues.none(), rows.subList(from, Math.min(rows.size(), from + rowsPerFile))));
        }
        return files;
    }

    private static String line(String kind, long id, String value) {
        return kind + "{\"id\":" + id + ",\"v\":\"" + value + "\"}";
    }

    private static List<String> changes(ChangingTable table, long version) throws IOException {
        PlanSettings settings = new PlanSettings(
                new StartingPoint.ChangesOf(version),
                new EndingPoint.AtOnce(),
                CommitReading.CHANGES,
                true,
                List.of("id"),
                null,
                1 << 20,
                1 << 10,
                false);
        return new ScanRun(ScanRun.scan(table.folder(), table.newest()), settings, new SplittableRandom(1))
                .from(Optional.of(new InChanges(version, 0))).all().stream()
                        .map(change -> change.kind().shortString() + change.line())
                        .toList();
    }
}
