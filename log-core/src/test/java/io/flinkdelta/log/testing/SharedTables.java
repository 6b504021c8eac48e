/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * The tables that other programs wrote: {@code ../shared/golden} (Delta's own test tables) and
 * {@code ../shared/spark-tables}, with what the referees read from them. They lie beside the
 * checkout, found by walking up from the working directory, or where the system property
 * {@value #PROPERTY} says. Where they are absent a test is skipped, or fails when {@code CI=true}.
 */
public final class SharedTables {
    /** Names the folder that holds {@code golden} and {@code spark-tables}. */
    public static final String PROPERTY = "flinkdelta.shared";

    private final Path root;

    private SharedTables(Path root) {
        this.root = root;
    }

    /** The tables; ends the test as skipped (in CI as failed) where they are absent. */
    public static SharedTables find() {
        Optional<Path> found = lookUp();
        if (found.isEmpty() && Boolean.parseBoolean(System.getenv("CI"))) {
            throw new AssertionError(
                    "the shared tables are missing: put them beside the checkout as ../shared, or set -D" + PROPERTY
                            + "=FOLDER");
        }
        Assumptions.assumeTrue(found.isPresent(), "skipped: no ../shared beside the checkout");
        return new SharedTables(found.orElseThrow());
    }

    private static Optional<Path> lookUp() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return Optional.of(Path.of(named)).filter(SharedTables::holdsTables);
        }
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared");
            if (holdsTables(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static boolean holdsTables(Path folder) {
        return Files.isDirectory(folder.resolve("golden/tables"))
                && Files.isDirectory(folder.resolve("spark-tables/tables"));
    }

    /** The folder of the golden table {@code name}; a nested one is named {@code folder/table}. */
    public Path golden(String name) {
        return root.resolve("golden/tables").resolve(name);
    }

    /** The folder of the table {@code name} that Spark wrote. Some are archives ({@code .tar.gz}) and not found here. */
    public Path spark(String name) {
        return root.resolve("spark-tables/tables").resolve(name);
    }

    /** Unpacks the archived table {@code name} that Spark wrote; gives its folder inside {@code scratch}. */
    public Path unpackSpark(String name, Path scratch) {
        Path archive = root.resolve("spark-tables/tables/" + name + ".tar.gz");
        try {
            Process tar = new ProcessBuilder("tar", "xzf", archive.toString(), "-C", scratch.toString())
                    .inheritIO()
                    .start();
            if (tar.waitFor() != 0) {
                throw new IllegalStateException("tar could not unpack " + archive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while unpacking " + archive, e);
        }
        return scratch.resolve(name);
    }

    /** What the referee read from a golden table, {@code suffix} being {@code .jsonl}, {@code @3.jsonl}, ... */
    public List<String> goldenExpected(String name, String suffix) {
        return lines(root.resolve("golden/expected/" + name.replace('/', '~') + suffix));
    }

    /** What the referee read from a table that Spark wrote. */
    public List<String> sparkExpected(String name, String suffix) {
        return lines(root.resolve("spark-tables/expected/" + name + suffix));
    }

    /** Every folder of both sets that holds a {@code _delta_log}, sorted. */
    public List<Path> all() {
        List<Path> tables = new ArrayList<>();
        for (String set : List.of("golden/tables", "spark-tables/tables")) {
            try (Stream<Path> found = Files.walk(root.resolve(set), 4)) {
                found.filter(path -> path.endsWith("_delta_log"))
                        .map(Path::getParent)
                        .sorted()
                        .forEach(tables::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return tables;
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.exists(file)) {
                return Files.readAllLines(file, StandardCharsets.UTF_8);
            }
            Path zipped = Path.of(file + ".gz");
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(new GZIPInputStream(Files.newInputStream(zipped)), StandardCharsets.UTF_8))) {
                return reader.lines().toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
