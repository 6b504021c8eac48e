/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.file;

import io.flinkdelta.log.file.LogFile.Checkpoint;
import io.flinkdelta.log.file.LogFile.Checksum;
import io.flinkdelta.log.file.LogFile.Commit;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.file.LogFile.MultiPartCheckpoint;
import io.flinkdelta.log.file.LogFile.StagedCommit;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of the names of {@link LogFile}. */
final class LogFileNames {
    static final Comparator<LogFile> ORDER = Comparator.comparingLong(LogFile::version)
            .thenComparingInt(LogFileNames::rank)
            .thenComparingInt(file -> file instanceof MultiPartCheckpoint part ? part.parts() : 0)
            .thenComparing(LogFile::fileName);

    private static final int VERSION_DIGITS = 20;
    private static final List<Class<? extends LogFile>> KINDS = List.of(
            Commit.class,
            StagedCommit.class,
            Compacted.class,
            Checksum.class,
            Checkpoint.class,
            MultiPartCheckpoint.class,
            V2Checkpoint.class);
    private static final Pattern COMPACTED = Pattern.compile("([0-9]{20})\\.compacted\\.json");
    private static final Pattern PART = Pattern.compile("checkpoint\\.([0-9]{10})\\.([0-9]{10})\\.parquet");
    private static final Pattern V2 = Pattern.compile("checkpoint\\.([^.]+)\\.(json|parquet)");
    private static final Pattern STAGED = Pattern.compile("([^.]+)\\.json");

    private LogFileNames() {}

    static String padded(long version) {
        return String.format(Locale.ROOT, "%020d", version);
    }

    static Optional<LogFile> parse(String name) {
        if (name.length() <= VERSION_DIGITS || name.charAt(VERSION_DIGITS) != '.') {
            return Optional.empty();
        }
        long version = version(name.substring(0, VERSION_DIGITS));
        if (version < 0) {
            return Optional.empty();
        }
        String rest = name.substring(VERSION_DIGITS + 1);
        return switch (rest) {
            case "json" -> Optional.of(new Commit(version));
            case "crc" -> Optional.of(new Checksum(version));
            case "checkpoint.parquet" -> Optional.of(new Checkpoint(version));
            default -> rest.startsWith("checkpoint.") ? otherCheckpoint(version, rest) : otherCommit(version, rest);
        };
    }

    private static Optional<LogFile> otherCheckpoint(long version, String rest) {
        Matcher part = PART.matcher(rest);
        if (part.matches()) {
            long number = Long.parseLong(part.group(1));
            long parts = Long.parseLong(part.group(2));
            return number < 1 || number > parts || parts > Integer.MAX_VALUE
                    ? Optional.empty()
                    : Optional.of(new MultiPartCheckpoint(version, (int) number, (int) parts));
        }
        Matcher v2 = V2.matcher(rest);
        if (v2.matches()) {
            var encoding = V2Checkpoint.Encoding.valueOf(v2.group(2).toUpperCase(Locale.ROOT));
            return Optional.of(new V2Checkpoint(version, v2.group(1), encoding));
        }
        return Optional.empty();
    }

    private static Optional<LogFile> otherCommit(long version, String rest) {
        Matcher compacted = COMPACTED.matcher(rest);
        if (compacted.matches()) {
            long last = version(compacted.group(1));
            return last < version ? Optional.empty() : Optional.of(new Compacted(version, last));
        }
        Matcher staged = STAGED.matcher(rest);
        return staged.matches() ? Optional.of(new StagedCommit(version, staged.group(1))) : Optional.empty();
    }

    /** -1 when it is none: not all digits, or beyond a long. */
    private static long version(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
        }
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static int rank(LogFile file) {
        return KINDS.indexOf(file.getClass());
    }
}
