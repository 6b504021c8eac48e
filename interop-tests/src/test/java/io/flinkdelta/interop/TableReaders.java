/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.RowsDigest;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;
import org.apache.hadoop.conf.Configuration;

/**
 * Everybody who reads a table: Spark, Delta Kernel and this product. What they read is compared as files of sorted
 * exact lines, byte by byte.
 */
public final class TableReaders {
    private final RefereeProcess referee;
    private final Path scratch;

    public TableReaders(RefereeProcess referee, Path scratch) {
        this.referee = referee;
        this.scratch = scratch;
    }

    /** Every reader finds these lines, in any order, at these versions; the last one is also read as the newest. */
    public void assertVersions(Path table, SortedMap<Long, List<String>> expected) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "rows");
        List<OptionalLong> versions = new ArrayList<>();
        List<Path> sent = new ArrayList<>();
        for (Map.Entry<Long, List<String>> version : expected.entrySet()) {
            versions.add(OptionalLong.of(version.getKey()));
            sent.add(write(folder.resolve("sent@" + version.getKey()), version.getValue()));
        }
        versions.add(OptionalLong.empty());
        sent.add(sent.get(sent.size() - 1));
        List<Path> ours = ours(table, versions, folder);
        assertSame("flink-delta", table, sent, ours);
        for (Engine engine : Engine.values()) {
            List<Path> theirs = names(folder, engine.name(), versions);
            referee.rows(engine, table, versions, theirs);
            assertSame(engine.name(), table, sent, theirs);
        }
    }

    /** Every reader finds these lines in the newest version. */
    public void assertNewest(Path table, List<String> expected) throws IOException {
        long version = log(table).latestSnapshot().version();
        assertVersions(table, new TreeMap<>(Map.of(version, expected)));
    }

    /** This product reads the versions as Spark and Kernel do. */
    public void assertSameAsSpark(Path table, List<Long> asked) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "rows");
        List<OptionalLong> versions = new ArrayList<>();
        asked.forEach(version -> versions.add(OptionalLong.of(version)));
        versions.add(OptionalLong.empty());
        List<Path> spark = names(folder, "SPARK", versions);
        referee.rows(Engine.SPARK, table, versions, spark);
        assertSame("flink-delta against Spark", table, spark, ours(table, versions, folder));
    }

    /**
     * What this product reads at all versions from {@code first} to {@code last}, each with files that are what the
     * log says of them: see {@link LiveFiles}.
     */
    public SortedMap<Long, RowsDigest> digests(Path table, long first, long last) throws IOException {
        SortedMap<Long, RowsDigest> ours = new TreeMap<>();
        DeltaLog log = log(table);
        for (long version = first; version <= last; version++) {
            Snapshot snapshot = log.snapshotAt(version);
            RowsDigest digest = RowsDigest.of(read(snapshot, log));
            LiveFiles.of(log, snapshot).assertRows(digest.count());
            ours.put(version, digest);
        }
        return ours;
    }

    /**
     * Everybody reads the same at all versions from {@code first} to {@code last}, Spark from the log as it lies there;
     * what that is, see {@link #digests}.
     */
    public SortedMap<Long, RowsDigest> assertReadAlike(Path table, long first, long last) throws IOException {
        SortedMap<Long, RowsDigest> versions = digests(table, first, last);
        referee.forget();
        assertReads(Engine.SPARK, table, versions);
        assertReads(Engine.KERNEL, table, versions);
        return versions;
    }

    /** Everybody reads the same at all versions. */
    public void assertReadAlike(Path table) throws IOException {
        assertReadAlike(table, 0, log(table).latestSnapshot().version());
    }

    /** An engine reads the same at these versions; the first one that differs is read again to show how. */
    public void assertReads(Engine engine, Path table, SortedMap<Long, RowsDigest> expected) throws IOException {
        List<OptionalLong> versions =
                expected.keySet().stream().map(OptionalLong::of).toList();
        List<RowsDigest> theirs = referee.digests(engine, table, versions);
        for (int i = 0; i < versions.size(); i++) {
            if (!theirs.get(i).equals(expected.get(versions.get(i).getAsLong()))) {
                showDifference(engine, table, versions.get(i));
            }
        }
    }

    private void showDifference(Engine engine, Path table, OptionalLong version) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "rows");
        List<Path> theirs = names(folder, engine.name(), List.of(version));
        referee.rows(engine, table, List.of(version), theirs);
        assertSame("flink-delta against " + engine, table, theirs, ours(table, List.of(version), folder));
    }

    /** The newest version's lines as this product reads them. */
    public List<String> lines(Path table) throws IOException {
        return read(log(table).latestSnapshot(), log(table));
    }

    /** The table's log. */
    public static DeltaLog log(Path table) {
        return DeltaLog.forTable(table.toString(), new Configuration());
    }

    private static List<Path> ours(Path table, List<OptionalLong> versions, Path folder) throws IOException {
        List<Path> files = names(folder, "ours", versions);
        DeltaLog log = log(table);
        for (int i = 0; i < versions.size(); i++) {
            OptionalLong version = versions.get(i);
            Snapshot snapshot = version.isPresent() ? log.snapshotAt(version.getAsLong()) : log.latestSnapshot();
            write(files.get(i), read(snapshot, log));
        }
        return files;
    }

    private static List<String> read(Snapshot snapshot, DeltaLog log) throws IOException {
        ExactRowEncoder encoder = ExactRowEncoder.of(snapshot.schema());
        List<String> lines = new ArrayList<>();
        try (var rows = TableRows.read(log.storage(), snapshot)) {
            while (rows.hasNext()) {
                RowData row = rows.next();
                lines.add(encoder.encode(row));
            }
        }
        return lines;
    }

    private static List<Path> names(Path folder, String reader, List<OptionalLong> versions) {
        return versions.stream()
                .map(version -> version.isPresent() ? "@" + version.getAsLong() : "@newest")
                .map(suffix -> folder.resolve(reader + suffix))
                .toList();
    }

    private static Path write(Path file, List<String> lines) throws IOException {
        byte[][] sorted = lines.stream()
                .map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        try (var out = Files.newOutputStream(file)) {
            for (byte[] line : sorted) {
                out.write(line);
            }
        }
        return file;
    }

    /** Names the first lines that differ instead of printing two files. */
    private static void assertSame(String reader, Path table, List<Path> expected, List<Path> found)
            throws IOException {
        for (int i = 0; i < expected.size(); i++) {
            if (Files.mismatch(expected.get(i), found.get(i)) >= 0) {
                List<String> wanted = Files.readAllLines(expected.get(i));
                List<String> got = Files.readAllLines(found.get(i));
                String what = reader + " reading " + found.get(i).getFileName() + " of " + table;
                assertThat(got).as(what).hasSameSizeAs(wanted);
                for (int line = 0; line < wanted.size(); line++) {
                    assertThat(got.get(line)).as(what).isEqualTo(wanted.get(line));
                }
            }
        }
    }
}
