/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The subcommands of {@code bin/flink-delta} that the pages show in code, each with the options behind it. */
public final class DocumentedCommands {
    private static final Pattern COMMAND =
            Pattern.compile("bin/flink-delta[ ]+([a-z][a-z-]*)([^\n#]*(?:\\\\\n[^\n#]*)*)");
    private static final Pattern OPTION = Pattern.compile("(?<=\\s)--[a-z][a-z-]*");

    private DocumentedCommands() {}

    /** By subcommand; {@code help} is picocli's own and left out. */
    public static SortedMap<String, SortedSet<String>> read() {
        SortedMap<String, SortedSet<String>> commands = new TreeMap<>();
        for (MarkdownPage page : DocsTest.pages()) {
            for (String code : page.code()) {
                Matcher command = COMMAND.matcher(code);
                while (command.find()) {
                    if (!command.group(1).equals("help")) {
                        SortedSet<String> options = commands.computeIfAbsent(command.group(1), name -> new TreeSet<>());
                        Matcher option = OPTION.matcher(command.group(2));
                        while (option.find()) {
                            options.add(option.group());
                        }
                    }
                }
            }
        }
        return commands;
    }
}
