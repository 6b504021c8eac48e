/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Whether this build may read or append to a table (PROTOCOL.md, "Protocol Evolution", "Table
 * Features"). A table is refused when its versions are unknown, when it lists a feature that this
 * build does not know, and when a feature is in use that owes something that this build does not do.
 */
public final class ProtocolCheck {
    /** The largest {@code minReaderVersion} and {@code minWriterVersion} that this build knows. */
    public static final int READER_VERSION = 3;

    public static final int WRITER_VERSION = 7;

    private ProtocolCheck() {}

    /**
     * Checks that the table's rows can be read.
     *
     * @throws UnsupportedFeatureException naming every feature that stands in the way, and the versions
     * @throws CorruptLogException when the protocol contradicts itself
     */
    public static void requireReadable(Protocol protocol, Metadata metadata, ErrorContext context) {
        requireConsistent(protocol, context);
        refuse("read", readBlockers(protocol, metadata, TableUse.of(metadata)), protocol, context);
    }

    /**
     * Checks that rows can be appended to the table. A writer has to be able to read the table, too.
     *
     * @throws UnsupportedFeatureException naming every feature that stands in the way, and the versions
     * @throws CorruptLogException when the protocol contradicts itself
     */
    public static void requireWritable(Protocol protocol, Metadata metadata, ErrorContext context) {
        requireConsistent(protocol, context);
        refuse("written", writeBlockers(protocol, metadata, TableUse.of(metadata)), protocol, context);
    }

    /** The names of what stands in the way of reading, sorted; empty when nothing does. */
    public static NavigableSet<String> readBlockers(Protocol protocol, Metadata metadata) {
        return blockers(metadata, use -> readBlockers(protocol, metadata, use));
    }

    /** The names of what stands in the way of appending, sorted; empty when nothing does. */
    public static NavigableSet<String> writeBlockers(Protocol protocol, Metadata metadata) {
        return blockers(metadata, use -> writeBlockers(protocol, metadata, use));
    }

    /** A schema that is not understood stands in the way itself, beside what the rest of the table tells. */
    private static NavigableSet<String> blockers(Metadata metadata, Function<TableUse, NavigableSet<String>> others) {
        try {
            return others.apply(TableUse.of(metadata));
        } catch (UnsupportedFeatureException | CorruptLogException e) {
            NavigableSet<String> blockers = others.apply(TableUse.withoutColumns(metadata));
            blockers.add(e.problem() + " [" + e.context() + "]");
            return blockers;
        }
    }

    private static NavigableSet<String> readBlockers(Protocol protocol, Metadata metadata, TableUse use) {
        NavigableSet<String> blockers = new TreeSet<>();
        if (protocol.minReaderVersion() > READER_VERSION) {
            blockers.add("minReaderVersion " + protocol.minReaderVersion());
        }
        for (TableFeature feature : TableFeature.all()) {
            if (feature.bindsReaders(protocol) && feature.readBlocker().blocks(use)) {
                blockers.add(feature.name());
            }
        }
        protocol.readerFeatures().ifPresent(listed -> addUnknown(listed, blockers));
        // Its newest commits may be known to the coordinator only, of which readers need not be told.
        if (use.hasPropertyPrefix("delta.coordinatedCommits.commitCoordinator")) {
            blockers.add("coordinatedCommits-preview");
        }
        String format = metadata.format().provider();
        if (!format.equalsIgnoreCase(Metadata.Format.parquet().provider())) {
            blockers.add("data files of the format " + format);
        }
        return blockers;
    }

    private static NavigableSet<String> writeBlockers(Protocol protocol, Metadata metadata, TableUse use) {
        NavigableSet<String> blockers = readBlockers(protocol, metadata, use);
        if (protocol.minWriterVersion() > WRITER_VERSION) {
            blockers.add("minWriterVersion " + protocol.minWriterVersion());
        }
        for (TableFeature feature : TableFeature.all()) {
            if (feature.bindsWriters(protocol) && feature.writeBlocker().blocks(use)) {
                blockers.add(feature.name());
            }
        }
        protocol.writerFeatures().ifPresent(listed -> addUnknown(listed, blockers));
        // Values that cannot be stored cannot be written, whatever the protocol says.
        if (use.hasVariants() && blockers.stream().noneMatch(name -> name.startsWith("variantType"))) {
            blockers.add("variantType");
        }
        return blockers;
    }

    /**
     * The protocol for a new table: 1 and 2, or as many features as its schema and properties need or name.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when schema or a property is not valid
     * @throws UnsupportedFeatureException when a property asks for what this build does not do
     */
    public static Protocol forNewTable(
            StructType schema, List<String> partitionColumns, Map<String, String> properties) {
        Map<String, String> valid = TableProperties.requireValidRequest(properties);
        SchemaCheck.requireValidTable(schema, partitionColumns, new TableUse(schema, valid).mapsColumns());
        ChangeDataFeed.requireFreeNames(schema, valid);
        return NewTable.protocol(schema, valid);
    }

    /** {@link #forNewTable(StructType, List, Map)} of a table that is not partitioned. */
    public static Protocol forNewTable(StructType schema, Map<String, String> properties) {
        return forNewTable(schema, List.of(), properties);
    }

    /** {@link #forNewTable(StructType, List, Map)} of a table with this metadata. */
    public static Protocol forNewTable(Metadata metadata) {
        return forNewTable(metadata.schema(), metadata.partitionColumns(), metadata.configuration());
    }

    private static void addUnknown(Set<String> listed, Set<String> blockers) {
        listed.stream().filter(name -> TableFeature.known(name).isEmpty()).forEach(blockers::add);
    }

    private static void requireConsistent(Protocol protocol, ErrorContext context) {
        boolean readerListMissing = protocol.minReaderVersion() == READER_VERSION
                && protocol.readerFeatures().isEmpty();
        boolean writerListMissing = protocol.minWriterVersion() == WRITER_VERSION
                && protocol.writerFeatures().isEmpty();
        if (readerListMissing || writerListMissing) {
            throw new CorruptLogException(
                    "The protocol of the table asks for table features but lists none.",
                    versions(protocol, context),
                    "Repair the protocol action of the table.");
        }
    }

    private static void refuse(String what, Set<String> blockers, Protocol protocol, ErrorContext context) {
        if (!blockers.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "The table cannot be " + what
                            + " because it uses what this version of flink-delta does not support: "
                            + String.join(", ", blockers) + ".",
                    versions(protocol, context),
                    "Use another client, or let it drop the feature from the table (ALTER TABLE ... DROP FEATURE).");
        }
    }

    private static ErrorContext versions(Protocol protocol, ErrorContext context) {
        return context.with("minReaderVersion", protocol.minReaderVersion())
                .with("minWriterVersion", protocol.minWriterVersion())
                .with("readerFeatures", protocol.readerFeatures().orElse(null))
                .with("writerFeatures", protocol.writerFeatures().orElse(null));
    }
}
