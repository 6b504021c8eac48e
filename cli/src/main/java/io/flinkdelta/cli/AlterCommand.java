/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.common.check.ConstraintScan;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.ClusterBy;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.DropConstraint;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.AlterTable.UnsetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.ColumnPosition;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.alter.RowCheck;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Alters a table: one request a call, each a subcommand. */
@Command(name = "alter", sortOptions = false, description = "Alters a table; prints the version that it is at then.")
final class AlterCommand implements Runnable {
    private static final String COLUMN = "Such as a, s.x or m.value.`b c`.";

    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Spec
    private CommandSpec spec;

    AlterCommand(Output out) {
        this.out = out;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "What is to be altered was not given");
    }

    /** Where a column goes. */
    static final class Place {
        @Option(names = "--first", description = "Before all other columns of its struct.")
        private boolean first;

        @Option(names = "--after", paramLabel = "COLUMN", description = "Right after this column of its struct.")
        private String after;

        static Optional<ColumnPosition> of(Place place) {
            if (place == null) {
                return Optional.empty();
            }
            return Optional.of(place.first ? ColumnPosition.first() : ColumnPosition.after(place.after));
        }
    }

    private int alter(TableArgument table, AlterTable request) {
        try (DeltaLog log = table.open()) {
            out.line("version " + log.alterTable(request).version());
        }
        return 0;
    }

    @Command(name = "set", description = "Sets properties; delta.feature.NAME=supported adds a table feature.")
    int set(
            @Mixin TableArgument table,
            @Parameters(
                            index = "1..*",
                            arity = "1..*",
                            paramLabel = "KEY=VALUE",
                            description = "Such as delta.appendOnly=true.")
                    Map<String, String> properties) {
        return alter(table, new SetProperties(properties));
    }

    @Command(name = "unset", description = "Removes properties.")
    int unset(
            @Mixin TableArgument table,
            @Option(names = "--if-exists", description = "Pass over properties that are not set.") boolean ifExists,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "KEY", description = "Names of properties.")
                    List<String> keys) {
        return alter(table, new UnsetProperties(keys, ifExists));
    }

    @Command(name = "comment", description = "Sets the comment of the table.")
    int comment(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "TEXT", description = "What the table is; '' for no comment.")
                    String text) {
        return alter(table, AlterTable.comment(text));
    }

    @Command(name = "add-column", description = "Adds a column.")
    int addColumn(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "COLUMN", description = COLUMN) String column,
            @Parameters(index = "2", paramLabel = "TYPE", description = "Such as bigint or array<struct<x: int>>.")
                    String type,
            @Option(names = "--comment", paramLabel = "TEXT", description = "What the column is.") String comment,
            @ArgGroup Place place) {
        NewColumn added = new NewColumn(
                ColumnPath.parse(column), TypeText.parse(type), Optional.ofNullable(comment), Place.of(place));
        return alter(table, new AddColumns(List.of(added)));
    }

    @Command(name = "drop-column", description = "Drops columns of a table with column mapping.")
    int dropColumn(
            @Mixin TableArgument table,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "COLUMN", description = COLUMN)
                    List<String> columns) {
        return alter(
                table, new DropColumns(columns.stream().map(ColumnPath::parse).toList()));
    }

    @Command(name = "rename-column", description = "Renames a column of a table with column mapping.")
    int renameColumn(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "COLUMN", description = COLUMN) String column,
            @Parameters(index = "2", paramLabel = "NAME", description = "The new name, without backticks.")
                    String name) {
        return alter(table, new RenameColumn(ColumnPath.parse(column), name));
    }

    @Command(
            name = "change-column",
            description = "Changes the type, the comment, the place or the default of a column.")
    int changeColumn(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "COLUMN", description = COLUMN) String column,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            description = "A type that holds all values of the present one.")
                    String type,
            @Option(names = "--allow-null", description = "The column may be null from now on.") boolean allowNull,
            @Option(names = "--comment", paramLabel = "TEXT", description = "What the column is.") String comment,
            @Option(
                            names = "--default",
                            paramLabel = "SQL",
                            description = "The value of later rows, such as 0 or \"'none'\"; '' for no default.")
                    String defaultExpression,
            @ArgGroup Place place) {
        ChangeColumn request = new ChangeColumn(
                ColumnPath.parse(column),
                Optional.ofNullable(type).map(TypeText::parse),
                allowNull,
                Optional.ofNullable(comment),
                Place.of(place),
                Optional.ofNullable(defaultExpression));
        if (request.equals(ChangeColumn.of(request.column()))) {
            throw new ParameterException(
                    spec.subcommands().get("change-column"), "What is to be changed of the column was not given");
        }
        return alter(table, request);
    }

    @Command(name = "add-constraint", description = "Adds a CHECK constraint, after a look at the rows that are there.")
    int addConstraint(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "NAME", description = "Of the constraint.") String name,
            @Parameters(index = "2", paramLabel = "SQL", description = "Such as 'amount > 0 AND city IS NOT NULL'.")
                    String expression,
            @Option(
                            names = "--time-zone",
                            paramLabel = "ZONE",
                            defaultValue = "UTC",
                            description =
                                    "In which the condition sees timestamps, such as Europe/Berlin. Default: ${DEFAULT-VALUE}.")
                    ZoneId zone) {
        try (DeltaLog log = table.open()) {
            RowCheck rows = new ConstraintScan(log.storage(), zone);
            out.line("version "
                    + log.alterTable(new AddConstraint(name, expression), rows).version());
        }
        return 0;
    }

    @Command(name = "drop-constraint", description = "Drops a CHECK constraint.")
    int dropConstraint(
            @Mixin TableArgument table,
            @Option(names = "--if-exists", description = "Pass over a constraint that is not there.") boolean ifExists,
            @Parameters(index = "1", paramLabel = "NAME", description = "Of the constraint.") String name) {
        return alter(table, new DropConstraint(name, ifExists));
    }

    @Command(name = "cluster-by", description = "Changes the clustering columns; none without a column.")
    int clusterBy(
            @Mixin TableArgument table,
            @Parameters(index = "1..*", arity = "0..*", paramLabel = "COLUMN", description = COLUMN)
                    List<String> columns) {
        List<String> named = columns == null ? List.of() : columns;
        return alter(table, new ClusterBy(named.stream().map(ColumnPath::parse).toList()));
    }

    @Command(name = "drop-feature", description = "Drops a table feature that the table no longer uses.")
    int dropFeature(
            @Mixin TableArgument table,
            @Parameters(index = "1", paramLabel = "FEATURE", description = "Such as v2Checkpoint.") String feature) {
        return alter(table, new DropFeature(feature));
    }
}
