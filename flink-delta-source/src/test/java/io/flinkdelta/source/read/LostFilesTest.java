/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data files that are gone, such as by a vacuum, or are damaged. */
class LostFilesTest {
    @TempDir
    private Path folder;

    private ChangingTable table;

    @BeforeEach
    void create() {
        table = ChangingTable.create(
                folder.resolve("t"), ChangingTable.SCHEMA, Map.of("delta.enableDeletionVectors", "true"));
    }

    @AfterEach
    void close() {
        table.close();
    }

    private ScanRun run(boolean failOnDataLoss) {
        PlanSettings settings = new PlanSettings(
                new StartingPoint.ChangesOf(0),
                new EndingPoint.AtOnce(),
                CommitReading.CHANGES,
                failOnDataLoss,
                List.of(),
                null,
                1 << 20,
                1 << 10,
                false);
        return new ScanRun(ScanRun.scan(table.folder(), table.newest()), settings, new SplittableRandom(2));
    }

    private static List<String> lines(ScanRun run) throws IOException {
        return run.all().stream()
                .map(Change::line)
                .map(line -> line.replaceAll("[^0-9]", ""))
                .toList();
    }

    @Test
    void filesThatAreGoneAreErrorsOrPassedOver() throws IOException {
        AddFile first = table.write(row(1L, "a"));
        AddFile second = table.write(row(2L, "a"));
        table.begin().add(first).add(second).commit();
        table.append(row(3L, "a"));
        table.delete(first.path());
        ScanRun strict = run(true);
        assertThatThrownBy(strict::all)
                .hasMessageContainingAll("file=" + first.path(), "is missing", "VACUUM", "read a newer version");
        ScanRun lenient = run(false);
        assertThat(lines(lenient)).containsExactly("2", "3");
        assertThat(lenient.lostFiles()).isPositive();
    }

    @Test
    void ofACommitWhoseFilesAreGoneNothingIsTold() throws IOException {
        AddFile first = table.append(row(1L, "a"), row(2L, "a"));
        AddFile second = table.write(row(2L, "a"), row(3L, "a"));
        table.replace(List.of(first), List.of(second));
        table.hide(second, 0);
        table.delete(first.path());
        assertThatThrownBy(run(true)::all).hasMessageContaining("is missing");
        ScanRun lenient = run(false);
        assertThat(lines(lenient)).containsExactly("2");
        assertThat(lenient.lostFiles()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aDamagedPageIsAnErrorWhateverMayBeLost() throws IOException {
        AddFile file = table.append(row(1L, "a"), row(2L, "b"));
        try (RandomAccessFile bytes =
                new RandomAccessFile(table.folder().resolve(file.path()).toFile(), "rw")) {
            bytes.seek(4);
            bytes.write(new byte[24]);
        }
        for (boolean failOnDataLoss : new boolean[] {true, false}) {
            assertThatThrownBy(run(failOnDataLoss)::all)
                    .hasMessageContainingAll("cannot be decoded", "file=" + file.path(), "Restore the file");
        }
    }
}
