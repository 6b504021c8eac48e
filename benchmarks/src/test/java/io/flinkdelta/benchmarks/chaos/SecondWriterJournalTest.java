/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Change;
import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Intent;
import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondWriterJournalTest {
    @TempDir
    private Path folder;

    private Path file;
    private SecondWriterJournal journal;

    @BeforeEach
    void open() {
        file = folder.resolve("journal");
        journal = new SecondWriterJournal(file);
    }

    @Test
    @DisplayName("without a note there are no rows")
    void empty() throws IOException {
        assertThat(journal.rows(0).nextNumber()).isZero();
    }

    @Test
    @DisplayName("commits that landed make the rows; one that did not land makes none")
    void foldsWhatLanded() throws IOException {
        journal.note(new Intent(1, Change.APPEND, 0, 10));
        journal.note(new Intent(2, Change.DELETE, 3, 5));
        journal.note(new Intent(3, Change.APPEND, 10, 20));

        Rows rows = journal.rows(2);
        assertThat(rows.nextNumber()).isEqualTo(10);
        assertThat(rows.sent().cardinality()).isEqualTo(10);
        assertThat(rows.live()).hasToString("{0, 1, 2, 5, 6, 7, 8, 9}");
    }

    @Test
    @DisplayName("of a commit that was tried again with other rows the last note counts")
    void lastNoteCounts() throws IOException {
        journal.note(new Intent(1, Change.APPEND, 0, 10));
        journal.note(new Intent(1, Change.APPEND, 0, 4));

        assertThat(journal.rows(1).nextNumber()).isEqualTo(4);
    }

    @Test
    @DisplayName("a note that was cut off by a kill was not acted on")
    void tornNote() throws IOException {
        journal.note(new Intent(1, Change.APPEND, 0, 10));
        Files.writeString(file, "\n2 APPEND 10 2", StandardOpenOption.APPEND);
        journal.note(new Intent(2, Change.DELETE, 0, 1));

        assertThat(journal.rows(2).live()).hasToString("{1, 2, 3, 4, 5, 6, 7, 8, 9}");
    }
}
