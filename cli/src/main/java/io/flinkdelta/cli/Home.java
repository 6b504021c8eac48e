/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.nio.file.Path;

/** The project's folder, which {@code bin/flink-delta} tells; else the current one. */
final class Home {
    private static final String PROPERTY = "flink-delta.home";

    private Home() {}

    /** Where the command keeps what it writes; git ignores it. */
    static Path state() {
        return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().resolve(".flink-delta");
    }
}
