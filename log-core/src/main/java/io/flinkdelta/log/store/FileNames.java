/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import java.util.regex.Pattern;

/** What every log store does the same way with the names of files. */
final class FileNames {

    /** The order of a listing. It differs from that of {@link String} beyond the surrogates. */
    static final Comparator<String> UTF8_ORDER = (left, right) ->
            Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp");

    private FileNames() {}

    /** Temporary files and Hadoop's checksums, which no listing shows. */
    static boolean isHidden(String name) {
        return name.startsWith(".");
    }

    /** A name that nobody else uses, for content that is not {@code name}'s content yet. */
    static String temporary(String name) {
        return "." + name + "." + UUID.randomUUID() + ".tmp";
    }

    /** Whether the name is one that {@link #temporary} gives. */
    static boolean isTemporary(String name) {
        return TEMPORARY.matcher(name).matches();
    }

    /** The checksum that Hadoop's local file system keeps beside {@code name}. */
    static String checksum(String name) {
        return "." + name + ".crc";
    }

    /** {@code name}, if it can be that of a file in the log's folder. */
    static String requireFileName(String name) {
        if (name.isEmpty() || isHidden(name) || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not the name of a log file: '" + name + "'");
        }
        return name;
    }
}
