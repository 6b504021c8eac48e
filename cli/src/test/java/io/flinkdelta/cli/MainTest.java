/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.Benchmarks;
import io.flinkdelta.benchmarks.harness.Benchmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @TempDir
    private Path folder;

    @Test
    void helpNamesEveryCommand() {
        Outcome outcome = Outcome.of("--help");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains(
                        "quickstart",
                        "kafka-to-delta",
                        "rows",
                        "history",
                        "alter",
                        "detail",
                        "log",
                        "vacuum",
                        "checkpoint",
                        "cleanup",
                        "doctor",
                        "bench");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quickstart",
                "kafka-to-delta",
                "rows",
                "history",
                "alter",
                "detail",
                "log",
                "vacuum",
                "checkpoint",
                "cleanup",
                "doctor",
                "bench"
            })
    void everyCommandHasHelp(String command) {
        Outcome outcome = Outcome.of(command, "--help");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).startsWith("Usage: flink-delta " + command);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void helpOfACommandIsTheSameEitherWay() {
        Outcome outcome = Outcome.of("help", "rows");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).isEqualTo(Outcome.of("rows", "--help").out());
        assertThat(outcome.err()).isEmpty();
        assertThat(Outcome.of("help", "alter", "set").out())
                .startsWith("Usage: flink-delta alter set")
                .isEqualTo(Outcome.of("alter", "set", "--help").out());
        assertThat(Outcome.of("help").out()).isEqualTo(Outcome.of("--help").out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "row table | There is no command 'row'; is 'rows' meant? See 'flink-delta --help'.",
                "help row | There is no command 'row'; is 'rows' meant? See 'flink-delta --help'.",
                "help alter sett | There is no command 'alter sett'; is 'set' meant? See 'flink-delta alter --help'.",
                "help rows x | There is an argument too many: 'x'. See 'flink-delta rows --help'.",
                "alter ad-column | There is no command 'alter ad-column'; is 'add-column' meant? See 'flink-delta alter --help'.",
                "alter change-column t a | What is to be changed of the column was not given. See 'flink-delta alter change-column --help'.",
                "rows a b | There is an argument too many: 'b'. See 'flink-delta rows --help'.",
                "rows t --limt 1 | There is no option '--limt'; is '--limit' meant? See 'flink-delta rows --help'.",
                "rows t -D x | The value of option '-D' (KEY=VALUE) should be in KEY=VALUE format but was x. See 'flink-delta rows --help'.",
                "alter add-constraint t n s --time-zone Mars | Invalid value for option '--time-zone': 'Mars' is not understood (Unknown time-zone ID: Mars). See 'flink-delta alter add-constraint --help'.",
                "bench nope | There is no benchmark 'nope', but append, writer, commit, concurrent, checkpoint, snapshot, scan, tail, chaos. See 'flink-delta bench --help'."
            })
    void whatIsNotUnderstoodIsNamed(String line, String message) {
        Outcome outcome = Outcome.of((Object[]) line.split(" ", -1));
        assertThat(outcome.err()).isEqualTo("flink-delta: " + message + "\n");
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    @Test
    void aFileSystemThatIsNotThereIsOneLineAboutIt() {
        for (String scheme : List.of("s3a", "gs", "abfs", "nowhere")) {
            Outcome outcome = Outcome.of("rows", scheme + "://bucket/table");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err().lines()).hasSize(1);
            assertThat(outcome.err())
                    .contains("[table=" + scheme + "://bucket/table", "FLINK_DELTA_CLASSPATH", "docs/storage.md");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "frobnicate",
                "rows",
                "rows a b",
                "rows t --version x",
                "rows t --version 1 --timestamp 2020-01-01",
                "rows t --timestamp yesterday",
                "rows t --limit many",
                "rows t --frob",
                "history",
                "detail",
                "detail t --version 1 --timestamp 2020-01-01",
                "log",
                "log t --version newest",
                "kafka-to-delta --topic t",
                "kafka-to-delta --bootstrap-servers b:1 --topic t --table p --from middle",
                "quickstart --passes many"
            })
    void wrongUsageIsOneLineAndExitCodeTwo(String line) {
        Outcome outcome = Outcome.of((Object[]) (line.isEmpty() ? new String[0] : line.split(" ")));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).startsWith("flink-delta: ").contains("--help'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows", "history", "detail", "log"})
    void aPathWithoutATableIsOneLineAndExitCodeOne(String command) {
        Outcome outcome = Outcome.of(command, folder);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).startsWith("flink-delta: ").contains("[table=" + folder + "]");
        assertThat(Outcome.of(command, folder, "--stacktrace").err()).contains("\tat io.flinkdelta.");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anUnknownSchemeIsOneLine() {
        Outcome outcome = Outcome.of("rows", "gopher://host/table");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("gopher");
    }

    @Test
    void aQuickstartLeavesAFolderOfOthersAlone() throws IOException {
        Files.writeString(folder.resolve("precious"), "data");

        Outcome outcome = Outcome.of("quickstart", "--dir", folder);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("is not a quickstart's. [folder=" + folder + "]");
        assertThat(folder.resolve("precious")).hasContent("data");
    }

    @Test
    void listsTheBenchmarks() {
        Outcome outcome = Outcome.of("bench");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.lines()).hasSameSizeAs(Benchmarks.all());
        for (Benchmark benchmark : Benchmarks.all()) {
            assertThat(outcome.out()).contains(benchmark.name(), benchmark.description());
        }
    }

    @Test
    void passesArgumentsOnToABenchmark() {
        String name = Benchmarks.all().get(0).name();

        assertThat(Outcome.of("bench", name, "--help").out()).startsWith("Usage: flink-delta bench " + name + " ");
        assertThat(Outcome.of("bench", name, "--nonsense").exitCode()).isEqualTo(1);
    }

    @Test
    void saysItsVersion() {
        assertThat(Outcome.of("--version").out()).matches("flink-delta \\d+\\.\\d+\\.\\d+\\S*\n");
    }

    @Test
    void aReaderThatWentAwayEndsTheCommandQuietly() {
        Outcome outcome = into(new FailingStream("Broken pipe"));

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void anOutputThatIsFullIsOneErrorOnce() {
        Outcome outcome = into(new FailingStream("No space left on device"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).isEqualTo("flink-delta: The output cannot be written: No space left on device\n");
    }

    private static Outcome into(OutputStream out) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(out, err, "bench");
        return new Outcome(exitCode, "", err.toString(UTF_8));
    }

    private static final class FailingStream extends OutputStream {
        private final String message;

        FailingStream(String message) {
            this.message = message;
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException(message);
        }
    }
}
