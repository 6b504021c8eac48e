/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.file;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * A file of the log, known by its name: the one place that makes and parses the names in
 * {@code _delta_log} (PROTOCOL.md, "Delta Log Entries", "Checkpoints", "Log Compaction Files").
 *
 * <p>The order is by version, then by kind: what is listed later here is larger, so that of the
 * checkpoints of one version the largest is the one to prefer.
 */
public sealed interface LogFile extends Comparable<LogFile> {
    /** The hint at the newest checkpoint; no {@code LogFile} itself because it has no version. */
    String LAST_CHECKPOINT = "_last_checkpoint";
    /** The folder, beside the log files, of the sidecars of V2 checkpoints. */
    String SIDECAR_FOLDER = "_sidecars";
    /** The folder, beside the log files, of commits that a coordinator has not yet put in place. */
    String STAGED_COMMIT_FOLDER = "_staged_commits";

    /** The version of the table that the file belongs to; of a compaction the last one. */
    long version();

    /** The name that {@link #parse} takes. */
    String fileName();

    /** Of a log file's name without folder; empty for any other name. */
    static Optional<LogFile> parse(String fileName) {
        return LogFileNames.parse(fileName);
    }

    /** The commit that makes {@code version}. */
    static Commit commit(long version) {
        return new Commit(version);
    }

    /** The classic checkpoint of {@code version}. */
    static Checkpoint checkpoint(long version) {
        return new Checkpoint(version);
    }

    /** A name not above any file of {@code version} and above those of all earlier versions: where to list from. */
    static String listFrom(long version) {
        return LogFileNames.padded(version) + ".";
    }

    @Override
    default int compareTo(LogFile other) {
        return LogFileNames.ORDER.compare(this, other);
    }

    /** {@code <v>.json}. */
    record Commit(long version) implements LogFile {
        @Override
        public String fileName() {
            return LogFileNames.padded(version) + ".json";
        }
    }

    /** {@code <v>.<id>.json}, meaningful in the folder {@link #STAGED_COMMIT_FOLDER} only. */
    record StagedCommit(long version, String id) implements LogFile {
        @Override
        public String fileName() {
            return LogFileNames.padded(version) + "." + id + ".json";
        }
    }

    /** {@code <first>.<last>.compacted.json}: the reconciled actions of the commits first to last. */
    record Compacted(long first, long last) implements LogFile {
        @Override
        public long version() {
            return last;
        }

        @Override
        public String fileName() {
            return LogFileNames.padded(first) + "." + LogFileNames.padded(last) + ".compacted.json";
        }
    }

    /** {@code <v>.crc}: the version checksum. */
    record Checksum(long version) implements LogFile {
        @Override
        public String fileName() {
            return LogFileNames.padded(version) + ".crc";
        }
    }

    /** A checkpoint of any kind, or a part of one. */
    sealed interface AnyCheckpoint extends LogFile {}

    /** {@code <v>.checkpoint.parquet}: complete in one file; its content may follow the V1 or the V2 spec. */
    record Checkpoint(long version) implements AnyCheckpoint {
        @Override
        public String fileName() {
            return LogFileNames.padded(version) + ".checkpoint.parquet";
        }
    }

    /** {@code <v>.checkpoint.<part>.<parts>.parquet}: complete only when all parts, 1 to {@code parts}, are there. */
    record MultiPartCheckpoint(long version, int part, int parts) implements AnyCheckpoint {
        public MultiPartCheckpoint {
            if (part < 1 || part > parts) {
                throw new IllegalArgumentException("no part of a checkpoint: " + part + " of " + parts);
            }
        }

        @Override
        public String fileName() {
            return String.format(
                    Locale.ROOT, "%s.checkpoint.%010d.%010d.parquet", LogFileNames.padded(version), part, parts);
        }
    }

    /** {@code <v>.checkpoint.<id>.json|parquet}: follows the V2 spec. */
    record V2Checkpoint(long version, String id, Encoding encoding) implements AnyCheckpoint {
        /** How the file is written. */
        public enum Encoding {
            JSON,
            PARQUET
        }

        @Override
        public String fileName() {
            String extension = encoding.name().toLowerCase(Locale.ROOT);
            return LogFileNames.padded(version) + ".checkpoint." + id + "." + extension;
        }
    }

    /** By version alone. */
    static Comparator<LogFile> byVersion() {
        return Comparator.comparingLong(LogFile::version);
    }
}
