/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.examples.kafka.ParentProcess;
import java.util.Arrays;

/** The main class of the JVMs that are forked: runs another main class and ends with the parent. */
final class ChildProgram {
    private ChildProgram() {}

    /** The arguments are the other class and its arguments. */
    public static void main(String[] arguments) throws Exception {
        ParentProcess.endWithIt();
        Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
