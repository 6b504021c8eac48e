/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A request to alter a table; carried out by {@code DeltaLog.alterTable}. Requests are values. What they
 * do to metadata and protocol, and how the table's history names them, is what delta-spark does.
 */
public sealed interface AlterTable {

    /**
     * What {@code table} becomes by this request; reads and writes nothing.
     *
     * @param uuids new random identifiers
     * @throws io.flinkdelta.log.error.InvalidRequestException when the request does not fit the table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when it asks for what this build does not
     *     know; whether it may write the table afterwards is for its protocol to tell
     */
    TableChange applyTo(TableDefinition table, Supplier<String> uuids);

    /**
     * Sets properties. {@code comment} is the table's comment; {@code delta.feature.NAME = supported} and
     * {@code delta.minReaderVersion}, {@code delta.minWriterVersion} upgrade its protocol.
     *
     * @param properties names of the protocol's properties are found in any case
     */
    record SetProperties(Map<String, String> properties) implements AlterTable {
        public SetProperties {
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return PropertyChange.set(this, table, uuids);
        }
    }

    /**
     * Removes properties.
     *
     * @param ifExists whether properties that are not set are passed over
     */
    record UnsetProperties(List<String> keys, boolean ifExists) implements AlterTable {
        public UnsetProperties {
            keys = List.copyOf(keys);
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return PropertyChange.unset(this, table, uuids);
        }
    }

    /** Sets the comment of the table. */
    static AlterTable comment(String text) {
        return new SetProperties(Map.of(PropertyChange.COMMENT, text));
    }

    /** Adds columns, one after the other. */
    record AddColumns(List<NewColumn> columns) implements AlterTable {
        public AddColumns {
            columns = List.copyOf(columns);
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ColumnChange.add(this, table, uuids);
        }
    }

    /** Drops columns; the data files keep their values. The table must have column mapping. */
    record DropColumns(List<ColumnPath> columns) implements AlterTable {
        public DropColumns {
            columns = List.copyOf(columns);
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ColumnChange.drop(this, table, uuids);
        }
    }

    /** Gives a column another name in the same place. The table must have column mapping. */
    record RenameColumn(ColumnPath column, String newName) implements AlterTable {
        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ColumnChange.rename(this, table, uuids);
        }
    }

    /**
     * Changes one column: a wider type, null allowed, a comment, a place among its neighbours, a default.
     * What is empty stays.
     *
     * @param type a type that holds all values of the present one; the table must have type widening
     * @param relax whether null becomes allowed
     * @param defaultExpression of later rows, in SQL without columns; an empty text drops it
     */
    record ChangeColumn(
            ColumnPath column,
            Optional<DataType> type,
            boolean relax,
            Optional<String> comment,
            Optional<ColumnPosition> position,
            Optional<String> defaultExpression)
            implements AlterTable {

        /** No change yet. */
        public static ChangeColumn of(ColumnPath column) {
            return new ChangeColumn(
                    column, Optional.empty(), false, Optional.empty(), Optional.empty(), Optional.empty());
        }

        public ChangeColumn widenTo(DataType wider) {
            return new ChangeColumn(column, Optional.of(wider), relax, comment, position, defaultExpression);
        }

        public ChangeColumn allowNull() {
            return new ChangeColumn(column, type, true, comment, position, defaultExpression);
        }

        public ChangeColumn comment(String text) {
            return new ChangeColumn(column, type, relax, Optional.of(text), position, defaultExpression);
        }

        public ChangeColumn moveTo(ColumnPosition place) {
            return new ChangeColumn(column, type, relax, comment, Optional.of(place), defaultExpression);
        }

        public ChangeColumn setDefault(String expression) {
            return new ChangeColumn(column, type, relax, comment, position, Optional.of(expression));
        }

        public ChangeColumn dropDefault() {
            return setDefault("");
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ColumnTypeChange.apply(this, table, uuids);
        }
    }

    /**
     * Makes these the columns of the table, matched by name: columns are put in another order, added or, with
     * column mapping, dropped; types may become wider.
     */
    record ReplaceColumns(StructType columns) implements AlterTable {
        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ColumnReplacement.apply(this, table, uuids);
        }
    }

    /**
     * Adds a CHECK constraint. The rows that are there must satisfy it.
     *
     * @param name found in any case, kept in lower case
     * @param expression a condition over the columns, in SQL
     */
    record AddConstraint(String name, String expression) implements AlterTable {
        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ConstraintChange.add(this, table, uuids);
        }
    }

    /**
     * Drops a CHECK constraint.
     *
     * @param ifExists whether a constraint that is not there is passed over
     */
    record DropConstraint(String name, boolean ifExists) implements AlterTable {
        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return ConstraintChange.drop(this, table, uuids);
        }
    }

    /**
     * Changes the columns that the table is clustered by. Files that are there stay as they are.
     *
     * @param columns at most four that have statistics; none when empty
     */
    record ClusterBy(List<ColumnPath> columns) implements AlterTable {
        public ClusterBy {
            columns = List.copyOf(columns);
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return Clustering.change(this, table, uuids);
        }
    }

    /**
     * Upgrades the protocol; never a downgrade.
     *
     * @param features names of table features that the table is to have
     */
    record UpgradeProtocol(OptionalInt minReaderVersion, OptionalInt minWriterVersion, Set<String> features)
            implements AlterTable {
        public UpgradeProtocol {
            features = Collections.unmodifiableSet(new TreeSet<>(features));
        }

        /** To a protocol that has one more feature. */
        public static UpgradeProtocol withFeature(String feature) {
            return new UpgradeProtocol(OptionalInt.empty(), OptionalInt.empty(), Set.of(feature));
        }

        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return FeatureChange.upgrade(this, table, uuids);
        }
    }

    /**
     * Drops a table feature that the table no longer uses. One that readers have to know goes behind checkpoints, which
     * the table then protects for as long as it has versions from before: a few commits without actions come first.
     */
    record DropFeature(String feature) implements AlterTable {
        @Override
        public TableChange applyTo(TableDefinition table, Supplier<String> uuids) {
            return FeatureDrop.apply(this, table);
        }
    }
}
