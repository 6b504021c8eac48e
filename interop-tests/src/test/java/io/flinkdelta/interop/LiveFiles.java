/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.interop.referee.KernelFile;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The live files of one version of a local table, and what must hold of them in any table: one entry for a logical
 * file, and as many rows as the statistics tell less those that deletion vectors hide.
 *
 * @param description for failures
 */
public record LiveFiles(String description, Path table, List<AddFile> files) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Those of {@code snapshot}. */
    public static LiveFiles of(DeltaLog log, Snapshot snapshot) {
        try (Stream<AddFile> files = snapshot.files()) {
            return new LiveFiles(snapshot.toString(), Path.of(log.storage().tablePath()), files.toList());
        }
    }

    /** The files and their statistics hold so many rows; every file has statistics and is listed once. */
    public void assertRows(long rows) throws IOException {
        Set<String> paths = new HashSet<>();
        long counted = 0;
        for (AddFile file : files) {
            assertThat(paths.add(absolute(file)))
                    .as("%s has one entry for %s", description, file.path())
                    .isTrue();
            JsonNode records = JSON.readTree(file.stats().orElse("{}")).path("numRecords");
            assertThat(records.isIntegralNumber())
                    .as("%s: numRecords of %s", description, file)
                    .isTrue();
            counted += records.asLong()
                    - file.deletionVector()
                            .map(DeletionVectorDescriptor::cardinality)
                            .orElse(0L);
        }
        assertThat(counted).as("%s: numRecords less hidden rows", description).isEqualTo(rows);
    }

    /** Kernel lists the same files with the same deletion vectors. */
    public void assertSameAs(List<KernelFile> kernel) {
        Map<String, String> ours = new TreeMap<>();
        files.forEach(file -> ours.put(
                absolute(file),
                file.deletionVector().map(DeletionVectorDescriptor::uniqueId).orElse("none")));
        Map<String, String> theirs = new TreeMap<>();
        kernel.forEach(
                file -> theirs.put(local(file.path()), file.deletionVector() == null ? "none" : file.deletionVector()));
        assertThat(kernel).as(description).hasSameSizeAs(files);
        assertThat(ours).as("%s: files and vectors", description).isEqualTo(theirs);
    }

    private String absolute(AddFile file) {
        String path = DataPath.decode(file.path());
        return DataPath.isAbsolute(file.path())
                ? local(path)
                : table.resolve(path).toString();
    }

    private static String local(String path) {
        return path.replaceFirst("^file:/+", "/");
    }
}
