/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Protocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table feature that this build can let through (PROTOCOL.md, "Valid Feature Names in Table
 * Features"): always, or as long as what would be owed is not in use. A feature that is not in
 * {@link #known} is refused on the side that lists it.
 *
 * @param legacyReaderVersion from here on supported without being listed, 0 for never
 * @param legacyWriterVersion from here on supported without being listed, 0 for never
 * @param readBlocker when a read owes something that this build does not do
 * @param writeBlocker when an append owes something that this build does not do
 */
record TableFeature(
        String name,
        Side side,
        int legacyReaderVersion,
        int legacyWriterVersion,
        Blocker readBlocker,
        Blocker writeBlocker) {

    /** Who has to know the feature. */
    enum Side {
        WRITER,
        READER_AND_WRITER
    }

    /** Whether the feature is in use in such a way that this build has to refuse. */
    @FunctionalInterface
    interface Blocker {
        Blocker NEVER = table -> false;

        boolean blocks(TableUse table);
    }

    private static final Map<String, TableFeature> KNOWN = byName(List.of(
            legacyWriter("appendOnly", 2, Blocker.NEVER),
            // Rows are looked at by whoever has them: the writers of data files evaluate the expressions, or refuse
            // them.
            legacyWriter("invariants", 2, Blocker.NEVER),
            legacyWriter("checkConstraints", 3, Blocker.NEVER),
            // A plain append owes no change data files: readers take added files for inserts.
            legacyWriter("changeDataFeed", 4, Blocker.NEVER),
            legacyWriter("generatedColumns", 4, Blocker.NEVER),
            new TableFeature("columnMapping", Side.READER_AND_WRITER, 2, 5, Blocker.NEVER, Blocker.NEVER),
            legacyWriter("identityColumns", 6, Blocker.NEVER),
            readerAndWriter("timestampNtz", Blocker.NEVER),
            readerAndWriter("vacuumProtocolCheck", Blocker.NEVER),
            // A writer owes nothing: classic checkpoints of the V1 spec stay allowed.
            readerAndWriter("v2Checkpoint", Blocker.NEVER),
            // An append hides no rows, so that it owes no deletion vectors.
            readerAndWriter("deletionVectors", Blocker.NEVER),
            readerAndWriter("typeWidening", TableUse::hasUnknownTypeChanges),
            readerAndWriter("typeWidening-preview", TableUse::hasUnknownTypeChanges),
            readerAndWriter("variantType", Blocker.NEVER, TableUse::hasVariants),
            readerAndWriter("variantType-preview", Blocker.NEVER, TableUse::hasVariants),
            readerAndWriter("variantShredding", Blocker.NEVER, TableUse::hasVariants),
            readerAndWriter("variantShredding-preview", Blocker.NEVER, TableUse::hasVariants),
            writer("domainMetadata", Blocker.NEVER),
            writer("allowColumnDefaults", Blocker.NEVER),
            writer("rowTracking", Blocker.NEVER),
            writer("inCommitTimestamp", Blocker.NEVER),
            // A plain append owes statistics on the clustering columns, which every file has.
            writer(ClusteringColumns.FEATURE, Blocker.NEVER),
            // It binds only those who clean up the log: LogCleanup asks for it.
            writer("checkpointProtection", Blocker.NEVER),
            // Files owe partition columns, ids of nested fields and numRecords; the types are the table's to keep.
            writer("icebergCompatV1", Blocker.NEVER),
            writer("icebergCompatV2", Blocker.NEVER),
            writer("icebergCompatV3", Blocker.NEVER),
            writer("materializePartitionColumns", Blocker.NEVER)));

    private static TableFeature legacyWriter(String name, int version, Blocker writeBlocker) {
        return new TableFeature(name, Side.WRITER, 0, version, Blocker.NEVER, writeBlocker);
    }

    private static TableFeature writer(String name, Blocker writeBlocker) {
        return new TableFeature(name, Side.WRITER, 0, 0, Blocker.NEVER, writeBlocker);
    }

    private static TableFeature readerAndWriter(String name, Blocker blocker) {
        return readerAndWriter(name, blocker, blocker);
    }

    private static TableFeature readerAndWriter(String name, Blocker readBlocker, Blocker writeBlocker) {
        return new TableFeature(name, Side.READER_AND_WRITER, 0, 0, readBlocker, writeBlocker);
    }

    private static Map<String, TableFeature> byName(List<TableFeature> features) {
        Map<String, TableFeature> byName = new LinkedHashMap<>();
        features.forEach(feature -> byName.put(feature.name(), feature));
        return byName;
    }

    static Iterable<TableFeature> all() {
        return KNOWN.values();
    }

    static Optional<TableFeature> known(String name) {
        return Optional.ofNullable(KNOWN.get(name));
    }

    /** Whether readers of a table with this protocol must respect the feature. */
    boolean bindsReaders(Protocol protocol) {
        int version = protocol.minReaderVersion();
        boolean legacy = legacyReaderVersion > 0 && version >= legacyReaderVersion && version < 3;
        return legacy
                || protocol.readerFeatures()
                        .filter(listed -> listed.contains(name))
                        .isPresent();
    }

    /** Whether writers to a table with this protocol must respect the feature. */
    boolean bindsWriters(Protocol protocol) {
        int version = protocol.minWriterVersion();
        boolean legacy = legacyWriterVersion > 0 && version >= legacyWriterVersion && version < 7;
        return legacy
                || protocol.writerFeatures()
                        .filter(listed -> listed.contains(name))
                        .isPresent();
    }
}
