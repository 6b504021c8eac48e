/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench chaos}. */
@Command(name = "chaos", description = ChaosBenchmark.DESCRIPTION, sortOptions = false, mixinStandardHelpOptions = true)
final class ChaosOptions {
    private static final Duration QUICK = Duration.ofSeconds(20);
    private static final Duration QUICK_KILLS = Duration.ofSeconds(4);

    @Option(names = "--minutes", description = "How long processes are killed (default: ${DEFAULT-VALUE}).")
    private long minutes = 10;

    @Option(
            names = "--kill-every",
            description = "Seconds from one kill to the next, on average (default: ${DEFAULT-VALUE}).")
    private long killEverySeconds = 7;

    @Option(names = "--rate", description = "Rows a second into the topic (default: ${DEFAULT-VALUE}).")
    private int rate = 2_000;

    @Option(
            names = "--checkpoint-ms",
            description = "Milliseconds from one checkpoint of the job to the next (default: ${DEFAULT-VALUE}).")
    private long checkpointMillis = 500;

    @Option(names = "--seed", description = "Of what is killed and when (default: a new one each time; it is printed).")
    private long seed = System.nanoTime() & 0xFFFFFF;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A handful of kills within seconds.")
    private boolean quick;

    void check() {
        Options.requireAtLeast("--minutes", minutes, 1);
        Options.requireAtLeast("--kill-every", killEverySeconds, 1);
        Options.requireAtLeast("--rate", rate, 1);
        Options.requireAtLeast("--checkpoint-ms", checkpointMillis, 10);
    }

    Duration duration() {
        return quick ? QUICK : Duration.ofMinutes(minutes);
    }

    Duration killEvery() {
        return quick ? QUICK_KILLS : Duration.ofSeconds(killEverySeconds);
    }

    int rate() {
        return rate;
    }

    Duration checkpointInterval() {
        return Duration.ofMillis(checkpointMillis);
    }

    long seed() {
        return seed;
    }

    Optional<Path> folder() {
        return folder;
    }
}
