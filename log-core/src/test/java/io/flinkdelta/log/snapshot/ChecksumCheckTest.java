/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.ChecksumCheck.Difference;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checksums that Spark wrote, against the log beside them, which is replayed without their help. */
class ChecksumCheckTest {
    private final SharedTables shared = SharedTables.find();

    @Test
    void thoseOfSparkAgree() throws IOException {
        int compared = 0;
        List<String> gone = new ArrayList<>();
        for (Path table : shared.all()) {
            TableStorage storage = storage(table);
            for (long version : checksums(storage)) {
                try {
                    assertThat(differences(storage, checksum(storage, version), version))
                            .as("%s, version %s", table, version)
                            .isEmpty();
                    compared++;
                } catch (DeltaException e) {
                    gone.add(table.getFileName() + "@" + version);
                }
            }
        }
        assertThat(gone).containsExactly("broken-gap@2", "broken-gap@3", "broken-gap@4");
        assertThat(compared).isGreaterThan(300);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dv-basic|3|'\"numFiles\":2'|'\"numFiles\":3'|numFiles: 3 in the checksum, 2 in the log",
                "dv-basic|3|'\"tableSizeBytes\":10443'|'\"tableSizeBytes\":1'"
                        + "|tableSizeBytes: 1 in the checksum, 10443 in the log",
                "dv-basic|3|'\"numDeletedRecordsOpt\":30'|'\"numDeletedRecordsOpt\":29'"
                        + "|numDeletedRecordsOpt: 29 in the checksum, 30 in the log",
                "dv-basic|3|'\"numDeletionVectorsOpt\":2'|'\"numDeletionVectorsOpt\":0'"
                        + "|numDeletionVectorsOpt: 0 in the checksum, 2 in the log",
                "dv-basic|3|'\"partitionColumns\":[]'|'\"partitionColumns\":[\"k\"]'"
                        + "|metadata.partitionColumns: [\"k\"] in the checksum, [] in the log",
                "dv-basic|3|'\"createdTime\"'|'\"description\":\"d\",\"createdTime\"'"
                        + "|metadata.description: d in the checksum, nothing in the log",
                "dv-basic|3|'\"minReaderVersion\":3'|'\"minReaderVersion\":2'"
                        + "|protocol.minReaderVersion: 2 in the checksum, 3 in the log",
                "dv-basic|3|'\"setTransactions\":[]'|'\"setTransactions\":[{\"appId\":\"a\",\"version\":1}]'"
                        + "|'setTransactions.a: {\"appId\":\"a\",\"version\":1} in the checksum, nothing in the log'",
                "dv-basic|3|'\"domainMetadata\":[]'"
                        + "|'\"domainMetadata\":[{\"domain\":\"d\",\"configuration\":\"c\",\"removed\":false}]'"
                        + "|'domainMetadata.d: {\"domain\":\"d\",\"configuration\":\"c\",\"removed\":false}"
                        + " in the checksum, nothing in the log'"
            })
    void aChangedOneIsReported(String table, long version, String text, String changed, String difference)
            throws IOException {
        TableStorage storage = storage(shared.spark(table));
        String content = content(storage, version);
        assertThat(content).contains(text);
        VersionChecksum checksum = parse(content.replace(text, changed));
        assertThat(differences(storage, checksum, version))
                .extracting(Difference::toString)
                .containsExactly(difference);
    }

    @Test
    void whatIsNotToldOrNotKnownIsNoDifference() throws IOException {
        TableStorage storage = storage(shared.spark("dv-basic"));
        String silent = content(storage, 3);
        for (String field :
                List.of("numDeletedRecordsOpt", "numDeletionVectorsOpt", "setTransactions", "domainMetadata")) {
            silent = silent.replace("\"" + field + "\"", "\"other" + field + "\"");
        }
        assertThat(differences(storage, parse(silent), 3)).isEmpty();
        FileTotals counted = new FileTotals(2, 10443, OptionalLong.empty(), OptionalLong.empty());
        LogSnapshot snapshot = replayed(storage, 3);
        assertThat(ChecksumCheck.differences(checksum(storage, 3), snapshot.state(), counted))
                .isEmpty();
    }

    private static List<Difference> differences(TableStorage storage, VersionChecksum checksum, long version) {
        LogSnapshot snapshot = replayed(storage, version);
        FileTotals totals = FileTotals.none();
        try (Stream<AddFile> files = snapshot.files()) {
            for (AddFile file : (Iterable<AddFile>) files::iterator) {
                totals = totals.with(file);
            }
        }
        return ChecksumCheck.differences(checksum, snapshot.state(), totals);
    }

    private static LogSnapshot replayed(TableStorage storage, long version) {
        return new SnapshotReader(storage).inspecting().withoutChecksums().at(version);
    }

    private static TableStorage storage(Path table) {
        return TableStorage.open(table.toString(), new Configuration(false));
    }

    private static List<Long> checksums(TableStorage storage) throws IOException {
        try (Stream<LogEntry> entries = storage.log().listFrom(LogFile.listFrom(0))) {
            return entries.flatMap(entry -> LogFile.parse(entry.name()).stream())
                    .filter(LogFile.Checksum.class::isInstance)
                    .map(LogFile::version)
                    .toList();
        }
    }

    private static VersionChecksum checksum(TableStorage storage, long version) throws IOException {
        return parse(content(storage, version));
    }

    private static String content(TableStorage storage, long version) throws IOException {
        Optional<byte[]> content = storage.log().read(new LogFile.Checksum(version).fileName());
        return new String(content.orElseThrow(), StandardCharsets.UTF_8);
    }

    private static VersionChecksum parse(String content) {
        return VersionChecksum.parse(content.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
