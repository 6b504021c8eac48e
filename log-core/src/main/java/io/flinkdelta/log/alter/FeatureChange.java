/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.ProtocolChange;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Protocol upgrades. Pure. */
final class FeatureChange {
    private FeatureChange() {}

    static TableChange upgrade(AlterTable.UpgradeProtocol request, TableDefinition table, Supplier<String> uuids) {
        Map<String, String> asked = new LinkedHashMap<>();
        request.minReaderVersion().ifPresent(version -> asked.put("delta.minReaderVersion", Integer.toString(version)));
        request.minWriterVersion().ifPresent(version -> asked.put("delta.minWriterVersion", Integer.toString(version)));
        request.features().forEach(feature -> asked.put("delta.feature." + feature, "supported"));
        TableDraft draft = TableDraft.of(table).with(TableProperties.requireValidRequest(asked));
        Protocol protocol = ProtocolChange.forExistingTable(table.protocol(), draft.schema(), draft.properties());
        return draft.finish(Operation.UPGRADE_PROTOCOL, Map.of("newProtocol", HistoryJson.protocol(protocol)), uuids);
    }
}
