/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder for what one benchmark writes; gone when closed. */
public final class WorkFolder implements AutoCloseable {
    private final Path root;

    private WorkFolder(Path root) {
        this.root = root;
    }

    /** A new folder in {@code parent}, by default in the system's folder for temporary files. */
    public static WorkFolder create(Optional<Path> parent) throws IOException {
        if (parent.isEmpty()) {
            return new WorkFolder(Files.createTempDirectory("flink-delta-bench-"));
        }
        Files.createDirectories(parent.get());
        return new WorkFolder(Files.createTempDirectory(parent.get(), "flink-delta-bench-"));
    }

    /** A folder or file in it, not created. */
    public Path resolve(String name) {
        return root.resolve(name);
    }

    @Override
    public void close() {
        delete(root);
    }

    /** Deletes a file or a folder with all that is in it, if it is there. */
    public static void delete(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
