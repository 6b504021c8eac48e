/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.file.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The commits of a table on the local disk, read without any store. */
public final class SharedCommits {
    private SharedCommits() {}

    /** The lines of all commits, in order. */
    public static List<String> lines(Path table) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            List<Path> commits = files.filter(SharedCommits::isCommit).sorted().toList();
            for (Path commit : commits) {
                lines.addAll(Files.readAllLines(commit, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    /** The actions of all commits, in order. */
    public static List<Action> actions(Path table) {
        return lines(table).stream()
                .flatMap(line -> ActionJson.parse(line).stream())
                .toList();
    }

    /** The actions of one type, in order. */
    public static <T extends Action> List<T> actions(Path table, Class<T> type) {
        return actions(table).stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static boolean isCommit(Path file) {
        return LogFile.parse(file.getFileName().toString())
                .filter(LogFile.Commit.class::isInstance)
                .isPresent();
    }
}
