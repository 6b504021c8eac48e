/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.Locale;
import java.util.UUID;

/**
 * The names of the data files of one attempt of one writer subtask, like Spark's: {@code
 * part-00003-UUID-c000.snappy.parquet}. No two files of any writers have the same name.
 */
final class FileNaming {
    private final String prefix;
    private final String extension;
    private int next;

    FileNaming(int subtask, UUID attempt, String extension) {
        this.prefix = String.format(Locale.ROOT, "part-%05d-%s-c", subtask, attempt);
        this.extension = extension;
    }

    String next() {
        return prefix + String.format(Locale.ROOT, "%03d", next++) + extension;
    }
}
