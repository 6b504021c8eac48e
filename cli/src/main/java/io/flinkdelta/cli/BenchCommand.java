/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.benchmarks.harness.Benchmark;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a benchmark. */
@Command(
        name = BenchCommand.NAME,
        description = "Runs a benchmark and prints its figures as 'name: value' lines; without a name, lists them.")
final class BenchCommand implements Callable<Integer> {
    static final String NAME = "bench";

    private final Output out;
    private final Supplier<List<Benchmark>> benchmarks;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The benchmark.")
    private String name;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "Passed to the benchmark; --help after its name prints what it takes.")
    private List<String> positional = List.of();

    BenchCommand(Output out, Supplier<List<Benchmark>> benchmarks) {
        this.out = out;
        this.benchmarks = benchmarks;
    }

    @Override
    public Integer call() {
        List<Benchmark> all = benchmarks.get();
        if (name == null) {
            TextTable table = TextTable.withoutHeader();
            all.forEach(benchmark -> table.row(benchmark.name(), benchmark.description()));
            table.lines().forEach(out::line);
            return 0;
        }
        Benchmark benchmark = all.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "There is no benchmark '" + name + "', but "
                                + all.stream().map(Benchmark::name).collect(Collectors.joining(", "))));
        benchmark.run(positional, out::lineNow);
        return 0;
    }
}
