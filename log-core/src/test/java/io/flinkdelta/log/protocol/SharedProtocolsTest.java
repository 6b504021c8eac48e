/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.testing.SharedCommits;
import io.flinkdelta.log.testing.SharedTables;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which of the tables of other writers this build reads and writes, and what keeps it from the rest. */
class SharedProtocolsTest {

    /** What keeps this build from reading a table, and so from writing to it. */
    private static final Map<String, String> UNREADABLE = Map.ofEntries(
            entry("broken-dv-missing", "deletionVectors"),
            entry("cdf-dv", "deletionVectors"),
            entry("cdf-mapped", "columnMapping"),
            entry("column-names-mapped", "columnMapping"),
            entry("data-reader-timestamp_ntz-name-mode", "columnMapping"),
            entry("data-skipping-basic-stats-all-types-columnmapping-id", "columnMapping"),
            entry("deltalog-invalid-protocol-version", "minReaderVersion 99"),
            entry("dv-basic", "deletionVectors"),
            entry("dv-dropped-feature", "deletionVectors"),
            entry("dv-inline", "deletionVectors"),
            entry("dv-large", "deletionVectors"),
            entry("dv-mapped", "columnMapping,deletionVectors"),
            entry("dv-partitioned", "deletionVectors"),
            entry("dv-partitioned-with-checkpoint", "deletionVectors"),
            entry("dv-purged", "deletionVectors"),
            entry("dv-restored", "deletionVectors"),
            entry("future-protocol", "minReaderVersion 9"),
            entry("future-reader-feature", "deletionVectors,futureFeature"),
            entry("future-writer-feature", "deletionVectors"),
            entry("iceberg-compat", "columnMapping"),
            entry("mapping-id", "columnMapping"),
            entry("mapping-name", "columnMapping"),
            entry("mapping-swapped", "columnMapping"),
            entry("mapping-upgraded", "columnMapping"),
            entry("partition-mapped", "columnMapping"),
            entry("row-tracking-late", "deletionVectors"),
            entry("spark-variant-checkpoint", "variantType-preview"),
            entry("table-with-columnmapping-mode-name", "columnMapping"),
            entry("table-with-icebegCompatV2Enabled", "columnMapping"),
            entry("type-widening", "typeWidening-preview"),
            entry("v2-checkpoint-json", "deletionVectors"),
            entry("v2-checkpoint-parquet", "deletionVectors"),
            entry("variant", "variantType"),
            entry("widening", "typeWidening"),
            entry("widening-nested", "typeWidening"),
            entry("widening-partition", "deletionVectors,typeWidening"));

    /** What keeps this build from writing, where that is more than what keeps it from reading. */
    private static final Map<String, String> UNWRITABLE = Map.ofEntries(
            entry("collations-preview-table", "collations-preview"),
            entry("constraints", "checkConstraints"),
            entry("future-protocol", "minReaderVersion 9,minWriterVersion 9"),
            entry("future-writer-feature", "deletionVectors,futureFeature"),
            entry("generated", "generatedColumns"),
            entry("iceberg-compat", "columnMapping,icebergCompatV2"),
            entry("identity", "identityColumns"),
            entry("table-with-icebegCompatV2Enabled", "columnMapping,icebergCompatV2"));

    @Test
    void refusesExactlyTheTablesThatNeedMore() {
        Map<String, String> unreadable = new TreeMap<>();
        Map<String, String> unwritable = new TreeMap<>();
        for (Path table : SharedTables.find().all()) {
            if (table.endsWith("broken-json")) {
                continue;
            }
            Protocol protocol = null;
            Metadata metadata = null;
            for (Action action : SharedCommits.actions(table)) {
                protocol = action instanceof Protocol newer ? newer : protocol;
                metadata = action instanceof Metadata newer ? newer : metadata;
            }
            if (protocol == null || metadata == null) {
                continue;
            }
            String name = table.getFileName().toString();
            String read = String.join(",", ProtocolCheck.readBlockers(protocol, metadata));
            String write = String.join(",", ProtocolCheck.writeBlockers(protocol, metadata));
            if (!read.isEmpty()) {
                unreadable.put(name, read);
            }
            if (!write.equals(read)) {
                unwritable.put(name, write);
            }
        }
        assertThat(unreadable).isEqualTo(new TreeMap<>(UNREADABLE));
        assertThat(unwritable).isEqualTo(new TreeMap<>(UNWRITABLE));
    }
}
