/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.table;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes the log of a {@link LargeTable} as a clean-up leaves it: a checkpoint with all the files and
 * the commit of its version, then commits that add more. Nothing is written twice: a folder that holds
 * the table already is left as it is.
 *
 * @param parts files of the checkpoint, 1 for a classic one
 * @param commits after the checkpoint
 * @param filesPerCommit that each of them adds
 */
public record LargeTableLog(LargeTable table, int parts, int commits, int filesPerCommit) {
    /** The version of the checkpoint; what was before it is gone. */
    public static final long CHECKPOINT_VERSION = 100;

    /** The newest version. */
    public long version() {
        return CHECKPOINT_VERSION + commits;
    }

    /** How many files the newest version has. */
    public long files() {
        return table.files() + (long) commits * filesPerCommit;
    }

    /** The table, in {@code folder}; its files are not there. */
    public void writeTo(Path folder, Map<String, String> configuration) throws IOException {
        Path complete = folder.resolve("complete");
        if (Files.exists(complete)) {
            return;
        }
        try (DeltaLog log = DeltaLog.forTable(folder.toString(), new Configuration(false))) {
            LogStore store = log.storage().log();
            String commitInfo = "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"WRITE\"}}\n";
            store.overwrite(
                    LogFile.commit(CHECKPOINT_VERSION).fileName(),
                    LogContent.of(commitInfo.getBytes(StandardCharsets.UTF_8)));
            writeCheckpoint(store, configuration);
            Snapshot snapshot = log.latestSnapshot();
            long next = table.files();
            for (int i = 0; i < commits; i++) {
                snapshot = log.newTransaction(snapshot, Operation.WRITE)
                        .addAll(LongStream.range(next, next + filesPerCommit)
                                .mapToObj(table::file)
                                .toList())
                        .blindAppend(true)
                        .commit()
                        .snapshot();
                next += filesPerCommit;
            }
        }
        Files.createFile(complete);
    }

    private void writeCheckpoint(LogStore store, Map<String, String> configuration) throws IOException {
        CheckpointWriter writer = new CheckpointWriter(CheckpointLayout.json(), CheckpointPart.CLASSIC);
        long bytes = 0;
        for (int part = 1; part <= parts; part++) {
            long first = table.files() * (part - 1) / parts;
            long end = table.files() * part / parts;
            Stream<Action> state = part > 1 ? Stream.of() : Stream.of(table.protocol(), table.metadata(configuration));
            Stream<Action> files = LongStream.range(first, end).mapToObj(table::file);
            Iterator<Action> actions = Stream.concat(state, files).iterator();
            LogFile name = parts == 1
                    ? LogFile.checkpoint(CHECKPOINT_VERSION)
                    : new LogFile.MultiPartCheckpoint(CHECKPOINT_VERSION, part, parts);
            store.overwrite(name.fileName(), out -> writer.write(out, actions));
            bytes += store.open(name.fileName()).orElseThrow().getLength();
        }
        LastCheckpoint hint = new LastCheckpoint(
                CHECKPOINT_VERSION,
                table.files() + 2,
                parts == 1 ? OptionalInt.empty() : OptionalInt.of(parts),
                OptionalLong.of(bytes),
                OptionalLong.of(table.files()));
        store.overwrite(LogFile.LAST_CHECKPOINT, hint.toContent());
    }
}
