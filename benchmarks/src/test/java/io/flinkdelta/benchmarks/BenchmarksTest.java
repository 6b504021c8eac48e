/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BenchmarksTest {

    static List<Benchmark> all() {
        return Benchmarks.all();
    }

    @Test
    void names() {
        assertThat(Benchmarks.all())
                .extracting(Benchmark::name)
                .containsExactly(
                        "append", "writer", "commit", "concurrent", "checkpoint", "snapshot", "scan", "tail", "chaos");
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("--help prints the options and measures nothing")
    void help(Benchmark benchmark) {
        List<String> lines = new ArrayList<>();
        benchmark.run(List.of("--help"), lines::add);
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains(
                        "Usage: flink-delta bench " + benchmark.name(), benchmark.description(), "--quick", "--folder");
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("a wrong option is an error that names it and the help")
    void wrongOption(Benchmark benchmark) {
        assertThatThrownBy(() -> benchmark.run(List.of("--no-such"), line -> {}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("--no-such")
                .hasMessageContaining("bench " + benchmark.name() + " --help");
    }

    @Test
    @DisplayName("a number that is too small is an error that names the option")
    void tooSmall() {
        assertThatThrownBy(() -> Benchmarks.all().get(0).run(List.of("--rounds", "0"), line -> {}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("--rounds=0");
    }
}
