/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/** Looks at Parquet files without Flink and without us. */
final class ParquetFolder {
    private ParquetFolder() {}

    /** All regular files below a folder that end in {@code suffix}. */
    static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(suffix))
                    .toList();
        }
    }

    /** Rows by the files' footers. */
    static AppendSide.Written count(List<Path> files) throws IOException {
        long rows = 0;
        long bytes = 0;
        for (Path file : files) {
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
                rows += reader.getRecordCount();
            }
            bytes += Files.size(file);
        }
        return new AppendSide.Written(rows, files.size(), bytes);
    }
}
