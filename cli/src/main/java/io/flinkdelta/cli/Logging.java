/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chooses where log lines go, before the first logger is made: warnings to standard error, but for
 * the quickstart everything to a file in its folder. {@code -Dlog4j2.configurationFile} wins.
 */
final class Logging {
    private static final String CONFIGURATION = "log4j2.configurationFile";
    private static final String LOG_FILE = "flink-delta.log-file";
    private static final String FOLDER = "classpath:io/flinkdelta/cli/";

    private Logging() {}

    static void choose(String[] arguments) {
        if (System.getProperty(CONFIGURATION) != null) {
            return;
        }
        List<String> all = Arrays.asList(arguments);
        Optional<String> command =
                all.stream().filter(argument -> !argument.startsWith("-")).findFirst();
        if (command.isPresent() && command.get().equals(QuickstartCommand.NAME)) {
            List<String> options = all.subList(all.indexOf(command.get()) + 1, all.size());
            System.setProperty(LOG_FILE, QuickstartCommand.logFile(options).toString());
            System.setProperty(CONFIGURATION, FOLDER + "quickstart-log4j2.xml");
        } else {
            System.setProperty(CONFIGURATION, FOLDER + "log4j2.xml");
        }
    }
}
