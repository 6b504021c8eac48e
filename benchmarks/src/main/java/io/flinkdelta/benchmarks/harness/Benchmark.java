/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.util.List;
import java.util.function.Consumer;

/**
 * A measurement that can be started by name. It prints each of its figures as one {@code name: value}
 * line, its progress to standard error, and fails when what was written is not what was asked for.
 */
public interface Benchmark {

    /** As it is given on the command line. */
    String name();

    /** What it measures, one sentence. */
    String description();

    /**
     * Measures and prints.
     *
     * @param args the options; {@code --help} prints them and measures nothing
     * @param out takes the lines of figures
     * @throws io.flinkdelta.log.error.InvalidRequestException when the options are wrong
     */
    void run(List<String> args, Consumer<String> out);
}
