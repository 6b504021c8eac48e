/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The checkpoints that the job's attempts left, each in a folder of its own: {@code JOB/chk-N}. */
record Checkpoints(Path folder) {
    private static final String PREFIX = "chk-";
    /** Written under another name and renamed when all of the checkpoint is there. */
    private static final String COMPLETE = "_metadata";

    /** A complete checkpoint. A restored job counts on from the one that it was restored from. */
    record Checkpoint(long id, Path path) {}

    /** The complete one with the highest number. */
    Optional<Checkpoint> newest() throws IOException {
        List<Checkpoint> complete = new ArrayList<>();
        for (Path job : children(folder, "*")) {
            for (Path checkpoint : children(job, PREFIX + "*")) {
                if (Files.exists(checkpoint.resolve(COMPLETE))) {
                    String id = checkpoint.getFileName().toString().substring(PREFIX.length());
                    complete.add(new Checkpoint(Long.parseLong(id), checkpoint));
                }
            }
        }
        return complete.stream().max(Comparator.comparingLong(Checkpoint::id));
    }

    private static List<Path> children(Path folder, String names) throws IOException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, names)) {
            List<Path> found = new ArrayList<>();
            children.forEach(found::add);
            return found;
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
