/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * A table without its files: what an {@link AlterTable} is computed from.
 *
 * @param version the version that it was read at
 * @param domains the metadata domains that are not removed
 */
public record TableDefinition(long version, Protocol protocol, Metadata metadata, List<DomainMetadata> domains) {
    public TableDefinition {
        domains = domains.stream().filter(domain -> !domain.removed()).toList();
    }

    public static TableDefinition of(Snapshot snapshot) {
        return new TableDefinition(
                snapshot.version(), snapshot.protocol(), snapshot.metadata(), snapshot.domainMetadata());
    }

    Optional<DomainMetadata> domain(String name) {
        return domains.stream().filter(domain -> domain.domain().equals(name)).findFirst();
    }
}
