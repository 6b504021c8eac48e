/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.chaos.Checkpoints.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("before the job ran there is none")
    void none() throws IOException {
        assertThat(new Checkpoints(folder.resolve("missing")).newest()).isEmpty();
        assertThat(new Checkpoints(folder).newest()).isEmpty();
    }

    @Test
    @DisplayName("the newest is the complete one with the highest number, whichever attempt made it")
    void newest() throws IOException {
        complete("b", 9);
        Path ten = complete("a", 10);
        Files.createDirectories(folder.resolve("a/chk-11"));
        Files.createDirectories(folder.resolve("c/shared"));

        assertThat(new Checkpoints(folder).newest()).contains(new Checkpoint(10, ten));
    }

    private Path complete(String job, int id) throws IOException {
        Path checkpoint = Files.createDirectories(folder.resolve(job).resolve("chk-" + id));
        Files.createFile(checkpoint.resolve("_metadata"));
        return checkpoint;
    }
}
