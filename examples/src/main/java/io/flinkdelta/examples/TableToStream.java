/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceOptions;
import io.flinkdelta.source.plan.CommitReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/**
 * Reads the table of {@link TableFromJava} in jobs of Flink: its rows, some of its rows and columns, and what each of its
 * versions changed. To copy from; the page docs/source.md goes through it.
 */
public final class TableToStream {
    private final String table;

    TableToStream(String table) {
        this.table = table;
    }

    /** Prints the rows and the changes of the table that is named. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("usage: TableToStream TABLE, a table that TableFromJava has made");
        }
        new TableToStream(arguments[0]).run(System.out::println);
    }

    void run(Consumer<String> out) throws Exception {
        print(rows(), row -> out.accept("row " + row.getLong(0)));
        print(cheapOnes(), row -> out.accept("cheap " + row.getString(0) + " " + row.getInt(1)));
        print(
                changes(),
                row -> out.accept(
                        "version " + row.getLong(3) + ": " + row.getRowKind().shortString() + row.getLong(0)));
    }

    /** The rows of the newest version. */
    DeltaSource rows() {
        return DeltaSource.forRowData(table).build();
    }

    /** Two columns of some rows. */
    DeltaSource cheapOnes() {
        return DeltaSource.forRowData(table)
                .columns("country", "amount")
                .filter("amount < 40")
                .build();
    }

    /** All that has been committed so far. */
    DeltaSource changes() {
        return DeltaSource.forRowData(table)
                .option(DeltaSourceOptions.STARTING_VERSION, "0")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .option(DeltaSourceOptions.ORDERED, true)
                .metadataColumns("_commit_version")
                .build();
    }

    /** The rows of the newest version, then those that are appended, for ever. */
    DeltaSource rowsAndNewRows() {
        return DeltaSource.forRowData(table)
                .monitorContinuously(Duration.ofSeconds(10))
                .build();
    }

    /** Runs a job that brings the rows here; others would have a sink. */
    private static void print(DeltaSource source, Consumer<RowData> out) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<RowData> stream = env.fromSource(source, WatermarkStrategy.noWatermarks(), "table")
                .setParallelism(1);
        List<RowData> rows = new ArrayList<>();
        CloseableIterator<RowData> found = stream.executeAndCollect();
        found.forEachRemaining(rows::add);
        found.close();
        rows.forEach(out);
    }
}
