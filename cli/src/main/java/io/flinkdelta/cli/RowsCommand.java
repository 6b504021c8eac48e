/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.json.JsonRowEncoder;
import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the rows of a table. */
@Command(
        name = "rows",
        sortOptions = false,
        description = "Prints the rows of a table as JSON lines, in no particular order.")
final class RowsCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @ArgGroup
    private VersionChoice at = new VersionChoice();

    @Option(names = "--limit", paramLabel = "N", converter = Count.class, description = "At most so many rows.")
    private Integer limit;

    @Option(
            names = "--exact",
            description = "Lines that lose nothing and compare bytewise: every type spelled out, sorted.")
    private boolean exact;

    @Option(
            names = "--digest",
            description = "Only the number of rows and the SHA-256 over the lines that --exact prints.")
    private boolean digest;

    RowsCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        DeltaLog log = table.open();
        Snapshot snapshot = snapshot(log);
        requireColumns(log, snapshot);
        if (digest) {
            printDigest(sortedLines(log, snapshot));
        } else if (exact) {
            sortedLines(log, snapshot).forEach(line -> out.line(new String(line, StandardCharsets.UTF_8)));
        } else {
            JsonRowEncoder encoder = JsonRowEncoder.of(snapshot.schema());
            read(log, snapshot, row -> out.line(encoder.encode(row)));
        }
        return 0;
    }

    private Snapshot snapshot(DeltaLog log) {
        OptionalLong version = at.in(log);
        return version.isPresent() ? log.snapshotAt(version.getAsLong()) : log.latestSnapshot();
    }

    private static void requireColumns(DeltaLog log, Snapshot snapshot) {
        if (snapshot.schema().fields().isEmpty()) {
            throw new InvalidRequestException(
                    "The table has no columns, so there are no rows to read.",
                    log.storage().context().with("version", snapshot.version()),
                    "Its history and detail can be looked at.");
        }
    }

    private List<byte[]> sortedLines(DeltaLog log, Snapshot snapshot) {
        ExactRowEncoder encoder = ExactRowEncoder.of(snapshot.schema());
        List<byte[]> lines = new ArrayList<>();
        read(log, snapshot, row -> lines.add(encoder.encode(row).getBytes(StandardCharsets.UTF_8)));
        lines.sort(Arrays::compareUnsigned);
        return lines;
    }

    private void read(DeltaLog log, Snapshot snapshot, Consumer<RowData> take) {
        try (TableRows rows = TableRows.read(log.storage(), snapshot)) {
            for (long left = limit == null ? Long.MAX_VALUE : limit; left > 0 && rows.hasNext(); left--) {
                take.accept(rows.next());
            }
        }
    }

    private void printDigest(List<byte[]> lines) {
        MessageDigest sha256 = sha256();
        for (byte[] line : lines) {
            sha256.update(line);
            sha256.update((byte) '\n');
        }
        out.line("count: " + lines.size());
        out.line("sha256: " + HexFormat.of().formatHex(sha256.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
