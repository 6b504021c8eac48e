/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.maintenance.VacuumedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Spark's VACUUM on a table, to hold ours against. */
public record SparkVacuum(SparkTable table) {
    private static final VacuumRequest DRY = VacuumRequest.ofTable().asDryRun();

    /** Both name the same files and folders, with the table's retention and with none; the latter. */
    public Set<String> assertNamesTheSame() throws IOException {
        assertThat(names(ours(DRY))).as("retention of the table").isEqualTo(named(""));
        Set<String> all = names(ours(DRY.retaining(Duration.ZERO).force()));
        assertThat(all).as("no retention").isEqualTo(named(" RETAIN 0 HOURS"));
        return all;
    }

    /** Ours deletes what both name, and leaves nothing to Spark's. */
    public VacuumedTable assertDeletesTheSame() throws IOException {
        Set<String> named = assertNamesTheSame();
        VacuumedTable deleted =
                ours(VacuumRequest.ofTable().retaining(Duration.ZERO).force());
        assertThat(names(deleted)).isEqualTo(named);
        assertThat(named)
                .allSatisfy(path ->
                        assertThat(Path.of(path.substring("file:".length()))).doesNotExist());
        List<String> before = everything();
        table.run("VACUUM TABLE RETAIN 0 HOURS");
        // A folder that has become empty goes with the next vacuum, whoever's.
        assertThat(everything()).isEqualTo(before);
        return deleted;
    }

    /** Makes every file of the table older than the default retention. */
    public void age() throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(10)));
        for (String file : everything()) {
            Files.setLastModifiedTime(table.path().resolve(file), old);
        }
    }

    /** An old file that the table does not know. */
    public void stray(String path) throws IOException {
        Path file = table.path().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "stray");
    }

    private VacuumedTable ours(VacuumRequest request) {
        try (DeltaLog log = TableReaders.log(table.path())) {
            return log.vacuum(request);
        }
    }

    private Set<String> names(VacuumedTable vacuumed) {
        Set<String> names = new TreeSet<>();
        Stream.concat(vacuumed.files().stream(), vacuumed.folders().stream())
                .forEach(path -> names.add("file:" + table.path() + "/" + path));
        return names;
    }

    private Set<String> named(String retention) {
        Set<String> names = new TreeSet<>();
        for (JsonNode row : table.run("VACUUM TABLE" + retention + " DRY RUN")) {
            names.add(row.get("path").asText());
        }
        return names;
    }

    /** All files outside of the log, relative to the table. */
    private List<String> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(table.path())) {
            return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> table.path().relativize(path).toString())
                    .filter(path -> !path.startsWith("_delta_log/"))
                    .sorted()
                    .toList();
        }
    }
}
