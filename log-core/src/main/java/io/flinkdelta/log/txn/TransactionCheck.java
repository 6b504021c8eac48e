/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ChangeDataFeed;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.FileKeys;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses a transaction that would leave the table contradicting itself, or owe it something. Pure; nothing
 * has been written when it refuses.
 */
final class TransactionCheck {
    private static final String DOMAIN_METADATA = "domainMetadata";

    private final Transaction transaction;
    private final Protocol protocol;
    private final Metadata metadata;
    private final Collection<DomainMetadata> domains;
    private final FileKeys keys;
    private final ErrorContext table;

    /**
     * Of a transaction.
     *
     * @param protocol of the table after the transaction
     * @param metadata of the table after the transaction
     * @param domains of the table after the transaction
     */
    TransactionCheck(
            Transaction transaction,
            Protocol protocol,
            Metadata metadata,
            Collection<DomainMetadata> domains,
            FileKeys keys,
            ErrorContext table) {
        this.transaction = transaction;
        this.protocol = protocol;
        this.metadata = metadata;
        this.domains = domains;
        this.keys = keys;
        this.table = table;
    }

    /**
     * Passes a transaction that fits.
     *
     * @throws InvalidRequestException naming what does not fit
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table
     */
    void require() {
        if (transaction.isEmpty() && !transaction.operation().mayBeEmpty()) {
            throw refused("The commit has no action.", "Add files, a txn, metadata or a protocol.");
        }
        ProtocolCheck.requireWritable(protocol, metadata, table);
        FileDuties duties = FileDuties.of(protocol, metadata, domains, table);
        List<String> partitionColumns =
                ColumnMapping.of(protocol, metadata).physicalNames(metadata.schema(), metadata.partitionColumns());
        new FileActionsCheck(partitionColumns, duties, keys, table).require(transaction);
        requireBlind();
        requireDomains();
        requireChangeFiles();
        boolean appendOnly =
                TableProperties.ofTable(metadata.configuration(), table).appendOnly();
        if (appendOnly && transaction.removesData()) {
            throw new InvalidRequestException(
                    "The table is append-only; this commit would remove rows.",
                    table.with("property", TableProperties.APPEND_ONLY),
                    "Set " + TableProperties.APPEND_ONLY + "=false if rows may be removed.");
        }
        if (RowTracking.isContradictory(metadata.configuration())) {
            throw refused(
                    "The table would track its rows and have that suspended at once.",
                    "Set only one of " + RowTracking.ENABLE + " and " + RowTracking.SUSPEND + ".");
        }
    }

    private void requireBlind() {
        if (transaction.blindAppend()
                && (!transaction.removes().isEmpty() || !(transaction.readSet() instanceof ReadSet.Nothing))) {
            throw refused("A commit that removes or read files is no blind append.", "Leave out blindAppend(true).");
        }
    }

    private void requireDomains() {
        Set<String> seen = new HashSet<>();
        for (DomainMetadata domain : transaction.domainMetadata()) {
            if (!protocol.hasWriterFeature(DOMAIN_METADATA)) {
                throw new InvalidRequestException(
                        "The table takes no metadata domains.",
                        table.with("domain", domain.domain()).with("feature", DOMAIN_METADATA),
                        "Add the feature to the table: delta.feature." + DOMAIN_METADATA + " = supported.");
            }
            if (!seen.add(domain.domain())) {
                throw new InvalidRequestException(
                        "A metadata domain is to be set twice in one commit.",
                        table.with("domain", domain.domain()),
                        "Set it once.");
            }
        }
    }

    /** Whole files that go, or come, tell the changes by themselves; a commit with both needs to say which rows. */
    private void requireChangeFiles() {
        boolean feed = ChangeDataFeed.isOn(protocol, metadata);
        boolean told = !transaction.changeFiles().isEmpty();
        if (told && !feed) {
            throw refused(
                    "The commit has change data files, the table has no change data feed.",
                    "Leave the files out, or set " + TableProperties.CHANGE_DATA_FEED + " = true.");
        }
        if (told && !transaction.changesData()) {
            throw refused("The commit has change data files, but changes no data.", "Leave the files out.");
        }
        if (feed && !told && transaction.removesData() && transaction.addsData()) {
            throw new InvalidRequestException(
                    "The table has a change data feed; a commit that both removes and adds data must bring its change"
                            + " data files.",
                    table.with("property", TableProperties.CHANGE_DATA_FEED),
                    "Write the changed rows to change data files and give them to the transaction.");
        }
    }

    private InvalidRequestException refused(String problem, String remedy) {
        return new InvalidRequestException(problem, table, remedy);
    }
}
