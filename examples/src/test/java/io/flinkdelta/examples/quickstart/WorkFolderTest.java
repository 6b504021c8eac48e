/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
    @TempDir
    private Path parent;

    @Test
    void replacesAnEarlierQuickstart() throws IOException {
        Path folder = parent.resolve("a/b");
        try (WorkFolder first = WorkFolder.claim(folder)) {
            Files.createDirectories(first.table().resolve("_delta_log"));
        }
        try (WorkFolder second = WorkFolder.claim(folder)) {
            assertThat(second.table()).doesNotExist();
        }
    }

    @Test
    void leavesAFolderOfOthersAlone() throws IOException {
        Path precious = Files.writeString(parent.resolve("precious"), "data");

        assertThatThrownBy(() -> WorkFolder.claim(parent))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("not a quickstart's. [folder=" + parent + "]");
        assertThatThrownBy(() -> WorkFolder.claim(precious)).isInstanceOf(InvalidRequestException.class);
        assertThat(precious).hasContent("data");
    }

    @Test
    void refusesAFolderInUse() throws IOException {
        Path folder = parent.resolve("used");
        try (WorkFolder first = WorkFolder.claim(folder)) {
            Files.createDirectories(first.table());
            assertThatThrownBy(() -> WorkFolder.claim(folder))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageStartingWith("Another quickstart is running in the folder.");
            assertThat(first.table()).exists();
        }
    }
}
