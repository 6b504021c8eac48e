/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench concurrent}. */
@Command(
        name = "concurrent",
        description = ConcurrentBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ConcurrentOptions {
    private static final int QUICK_COMMITS = 10;

    @Option(names = "--writers", description = "Writers to the one table (default: ${DEFAULT-VALUE}).")
    private int writers = 8;

    @Option(names = "--commits", description = "Commits of each writer (default: ${DEFAULT-VALUE}).")
    private int commits = 200;

    @Option(names = "--rounds", description = "How often the sides take turns (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--store", description = "local, or s3: a server on this machine that speaks S3 (default: local).")
    private Store store = Store.LOCAL;

    @Option(
            names = "--location",
            description = "Where the tables are made, as a URI such as s3a://bucket/folder; they stay there"
                    + " (default: in the store, and deleted).")
    private Optional<String> location = Optional.empty();

    @Option(names = "--folder", description = "The local folder (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "Few commits, one round: shows that it works, not how fast.")
    private boolean quick;

    /** Where the tables are, if no location is given. */
    enum Store {
        LOCAL,
        S3
    }

    void check() {
        Options.requireAtLeast("--writers", writers, 1);
        Options.requireAtLeast("--commits", commits, 1);
        Options.requireAtLeast("--rounds", rounds, 1);
    }

    int writers() {
        return writers;
    }

    int commits() {
        return quick ? QUICK_COMMITS : commits;
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    Store store() {
        return store;
    }

    Optional<String> location() {
        return location;
    }

    Optional<Path> folder() {
        return folder;
    }
}
