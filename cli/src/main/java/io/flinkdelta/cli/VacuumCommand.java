/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.UndeletedFiles;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.maintenance.VacuumedTable;
import io.flinkdelta.log.protocol.Intervals;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Deletes the files that a table does not need any more. */
@Command(
        name = "vacuum",
        sortOptions = false,
        description = "Deletes the files in a table's folder that its log does not need any more and that are older"
                + " than the retention.")
final class VacuumCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @Option(names = "--dry-run", description = "Print what would be deleted, one path a line, and delete nothing.")
    private boolean dryRun;

    @Option(
            names = "--retain",
            paramLabel = "TIME",
            converter = Retention.class,
            description = "How old a file must be: hours, or an interval such as 'interval 10 days'."
                    + " Default: delta.deletedFileRetentionDuration of the table.")
    private Duration retention;

    @Option(
            names = "--force",
            description = "Take a retention that is shorter than the table's. Only while nobody writes or reads it.")
    private boolean force;

    @Option(names = "--no-history", description = "Leave no commits in the history of the table.")
    private boolean noHistory;

    VacuumCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        try (DeltaLog log = table.open()) {
            VacuumedTable vacuumed = log.vacuum(request());
            if (dryRun) {
                Stream.concat(vacuumed.files().stream(), vacuumed.folders().stream())
                        .forEach(path -> out.line(log.storage().data().location() + "/" + path));
            }
            out.line((dryRun ? "Would delete " : "Deleted ")
                    + vacuumed.files().size() + " files (" + vacuumed.bytes() + " bytes) and "
                    + vacuumed.folders().size() + " empty folders of "
                    + log.storage().tablePath());
            vacuumed.undeleted().map(UndeletedFiles::reason).ifPresent(reason -> {
                throw reason;
            });
        }
        return 0;
    }

    private VacuumRequest request() {
        VacuumRequest request = VacuumRequest.ofTable();
        request = retention == null ? request : request.retaining(retention);
        request = force ? request.force() : request;
        request = dryRun ? request.asDryRun() : request;
        return noHistory ? request.withoutRecord() : request;
    }

    /** Hours, as in Spark's {@code RETAIN}, or an interval. */
    static final class Retention implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return text.matches("\\d{1,15}") ? Duration.ofHours(Long.parseLong(text)) : Intervals.parse(text);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new TypeConversionException("'" + text + "' is no retention (" + e.getMessage()
                        + "); give hours, such as 240, or 'interval 10 days'");
            }
        }
    }
}
