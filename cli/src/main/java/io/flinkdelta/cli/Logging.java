/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.examples.KafkaToDeltaCommand;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses where log lines go, before the first logger is made: warnings to standard error, but for
 * the commands that run Flink everything to a file and only our own warnings to standard error too. {@code -Dlog4j2.configurationFile} wins.
 */
final class Logging {
    private static final String CONFIGURATION = "log4j2.configurationFile";
    private static final String FOLDER = "classpath:io/flinkdelta/cli/";

    private Logging() {}

    static void choose(String[] arguments) {
        if (System.getProperty(CONFIGURATION) != null) {
            return;
        }
        List<String> all = Arrays.asList(arguments);
        String command = all.stream()
                .filter(argument -> !argument.startsWith("-"))
                .findFirst()
                .orElse("");
        switch (command) {
            case QuickstartCommand.NAME -> {
                List<String> options = all.subList(all.indexOf(command) + 1, all.size());
                toFile(QuickstartCommand.logFile(options));
            }
            case KafkaToDeltaCommand.NAME -> toFile(Home.state().resolve(KafkaToDeltaCommand.NAME + ".log"));
            default -> System.setProperty(CONFIGURATION, FOLDER + "log4j2.xml");
        }
    }

    private static void toFile(Path file) {
        System.setProperty(KafkaToDeltaCommand.LOG_FILE, file.toString());
        System.setProperty(CONFIGURATION, FOLDER + "to-file-log4j2.xml");
    }
}
