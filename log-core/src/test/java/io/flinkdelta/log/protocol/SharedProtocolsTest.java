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
            entry("deltalog-invalid-protocol-version", "minReaderVersion 99"),
            entry("future-protocol", "minReaderVersion 9"),
            entry("future-reader-feature", "futureFeature"));

    /** What keeps this build from writing, where that is more than what keeps it from reading. */
    private static final Map<String, String> UNWRITABLE = Map.ofEntries(
            entry("collations-preview-table", "collations-preview"),
            entry("future-protocol", "minReaderVersion 9,minWriterVersion 9"),
            entry("future-writer-feature", "futureFeature"),
            entry("spark-variant-checkpoint", "variantType-preview"),
            entry("variant", "variantType"));

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
