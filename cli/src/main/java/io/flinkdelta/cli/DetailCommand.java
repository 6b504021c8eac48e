/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what a table is. */
@Command(
        name = "detail",
        sortOptions = false,
        description = "Prints what a table is: protocol, features, properties, schema, files, rows, checkpoints.")
final class DetailCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @ArgGroup
    private VersionChoice at = new VersionChoice();

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    DetailCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        DeltaLog log = table.open();
        ObjectNode detail = TableDetail.of(log, log.inspect(at.in(log)));
        if (json) {
            out.line(detail.toString());
        } else {
            TableDetail.lines(detail).forEach(out::line);
        }
        return 0;
    }
}
