/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that only the source text shows, over every module and its tests. */
final class SourceRulesTest {
    private static final String LICENCE = "/* SPDX-License-Identifier: Apache-2.0 */";

    @Test
    void everyFileStartsWithTheLicence() {
        assertThat(sources().filter(file -> !text(file).startsWith(LICENCE))).isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(matches("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b", file -> true))
                .isEmpty();
    }

    @Test
    void noTestIsSwitchedOff() {
        assertThat(matches("@Disa" + "bled", file -> true)).isEmpty();
    }

    @Test
    void unitTestsDoNotSleep() {
        assertThat(matches(
                        "Thread\\.sl" + "eep|TimeUnit\\.\\w+\\.sl" + "eep",
                        file -> file.getFileName().toString().endsWith("Test.java")))
                .isEmpty();
    }

    private static List<String> matches(String regex, Predicate<Path> where) {
        Pattern pattern = Pattern.compile(regex);
        List<String> found = new ArrayList<>();
        sources().filter(where).forEach(file -> {
            Matcher matcher = pattern.matcher(text(file));
            while (matcher.find()) {
                found.add(House.root().relativize(file) + ": " + matcher.group());
            }
        });
        return found;
    }

    private static Stream<Path> sources() {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(House.root())) {
            for (Path module : modules.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList()) {
                addSources(module.resolve("src"), sources);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(sources).isNotEmpty();
        return sources.stream();
    }

    private static void addSources(Path folder, List<Path> sources) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
