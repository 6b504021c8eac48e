/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.nio.file.Path;

/** Where everything of one run is. */
record ChaosFolder(Path root) {
    Path table() {
        return root.resolve("table");
    }

    Path log() {
        return table().resolve("_delta_log");
    }

    Path kafka() {
        return root.resolve("kafka");
    }

    Path flink() {
        return root.resolve("flink");
    }

    Path checkpoints() {
        return root.resolve("checkpoints");
    }

    Path savepoints() {
        return root.resolve("savepoints");
    }

    /** What the second writer meant to do. */
    Path journal() {
        return root.resolve("second-writer.journal");
    }

    /** What the processes say. */
    Path logs() {
        return root.resolve("logs");
    }

    Path logOf(String process) {
        return logs().resolve(process + ".log");
    }
}
