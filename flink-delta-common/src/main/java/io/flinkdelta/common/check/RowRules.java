/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.IdentityColumn;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.types.logical.RowType;

/**
 * What a table asks of the rows that are written to it, for rows of one row type (PROTOCOL.md, "Column
 * Invariants", "CHECK Constraints", "Generated Columns", "Default Columns", "Identity Columns", and the lengths of
 * Spark's char and varchar columns). Columns that the row type lacks are computed: generated columns, identity
 * columns and columns with a default. NOT NULL is checked by the writer of the data files.
 *
 * <p>Immutable. All expressions are compiled when it is made, so that a table with one that cannot be evaluated is
 * refused before there is a row.
 */
public final class RowRules {
    private final RowType rowType;
    private final int[] positions;
    private final List<Column> columns;
    private final List<Condition> conditions;

    private RowRules(RowType rowType, int[] positions, List<Column> columns, List<Condition> conditions) {
        this.rowType = rowType;
        this.positions = positions;
        this.columns = List.copyOf(columns);
        this.conditions = List.copyOf(conditions);
    }

    /** A column whose value is computed. */
    sealed interface Column {
        int index();
    }

    /** A generated column or a default. */
    record Computed(int index, StructField field, TableExpression expression) implements Column {}

    /** The next value of an identity column. */
    record Identity(int index, StructField field) implements Column {}

    /** A condition and what the table calls it. */
    record Condition(String kind, TableExpression expression) {}

    /**
     * The rules of a table.
     *
     * @param rowType of the sink: its columns are columns of the table, spelled as there
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException naming the constraint or column whose expression
     *     cannot be evaluated
     * @throws io.flinkdelta.log.error.InvalidRequestException when an expression names no column of the table
     */
    public static RowRules of(TableRules table, RowType rowType) {
        StructType schema = table.schema();
        RowType complete = DeltaTypes.toFlink(schema);
        List<RowType.RowField> fields = new ArrayList<>();
        int[] positions = new int[schema.fields().size()];
        List<Column> columns = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>(table.constraints());
        List<Column> generated = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            StructField field = schema.fields().get(i);
            positions[i] = rowType.getFieldIndex(field.name());
            boolean given = positions[i] >= 0;
            fields.add(
                    given
                            ? rowType.getFields().get(positions[i])
                            : complete.getFields().get(i));
            table.lengthCheck(field).ifPresent(conditions::add);
            if (given) {
                table.generationCheck(field).ifPresent(conditions::add);
            } else if (table.generationExpression(field).isPresent()) {
                generated.add(
                        new Computed(i, field, table.generationExpression(field).get()));
            } else if (IdentityColumn.of(field).isPresent()) {
                columns.add(new Identity(i, field));
            } else {
                columns.add(new Computed(i, field, table.defaultOf(field)));
            }
        }
        // A generated column may be computed from columns with a default, not from other generated ones.
        columns.addAll(generated);
        columns.forEach(column -> positions[column.index()] = -1);
        return new RowRules(new RowType(rowType.isNullable(), fields), positions, columns, conditions);
    }

    /** The type of prepared rows: the table's columns in the table's order. */
    public RowType rowType() {
        return rowType;
    }

    /** Whether rows have nothing to fulfil and nothing to be added, so that they need no preparation. */
    public boolean isEmpty() {
        return columns.isEmpty() && conditions.isEmpty();
    }

    /** The identity columns whose values are generated. */
    public List<String> identityColumns() {
        return columns.stream()
                .filter(Identity.class::isInstance)
                .map(column -> ((Identity) column).field().name())
                .toList();
    }

    /**
     * What prepared rows fulfil, one text for each rule: rows that were prepared by these rules may be added to a
     * table whose own are all among them.
     */
    public Set<String> fulfilled() {
        Set<String> texts = new TreeSet<>();
        conditions.forEach(condition ->
                texts.add(condition.kind() + ": " + condition.expression().sql()));
        for (Column column : columns) {
            if (column instanceof Computed computed && TableRules.isGenerated(computed.field())) {
                texts.add(TableRules.kindOfGenerated(computed.field()) + ": "
                        + computed.expression().sql());
            }
        }
        return texts;
    }

    /** A preparation for one thread. */
    public RowPreparation newPreparation(IdentityValues identities) {
        return new RuledPreparation(rowType, positions, columns, conditions, identities);
    }
}
