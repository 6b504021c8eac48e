/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.maintenance.VacuumedTable;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Everything that is done to a table besides changing its rows, each now and then, and reading it. */
final class Upkeep {
    private final SimulatedTable table;
    private final String name;
    private final Random random;
    private final Images images;
    private int left;
    private int altered;

    /** @param name unique */
    Upkeep(SimulatedTable table, String name, Random random, int works) {
        this.table = table;
        this.name = name;
        this.random = random;
        this.images = new Images(table);
        this.left = works;
    }

    /** What the storage fails, and what others were quicker with, is left for the next time. */
    void work(SimulatedProcess process) {
        process.progress(Optional.empty());
        while (left > 0) {
            left--;
            try {
                workOnce(process);
            } catch (StorageUnavailableException | CommitConflictException | OutcomeUnknownException | IOException e) {
                table.tally().count("upkeep " + e.getClass().getSimpleName());
                process.trace("FAILED", e.getClass().getSimpleName(), e.getMessage());
            }
            process.requireAlive();
            Writer.rest(process, random);
        }
    }

    private void workOnce(SimulatedProcess process) throws IOException {
        switch (random.nextInt(7)) {
            case 0 -> process.log().checkpoint(latest(process));
            case 1 -> cleanUp(process);
            case 2 -> alter(process);
            case 3 -> optimize(process);
            case 4 -> vacuum(process);
            case 5 -> images.requireSame(LogSnapshot.cast(latest(process)));
            default -> readOld(process);
        }
    }

    /** Whatever was in when the reading began is seen. */
    private Snapshot latest(SimulatedProcess process) {
        long newest = table.history().newestVersion();
        Snapshot latest = process.log().latestSnapshot();
        table.scheduler().guard(() -> {
            if (latest.version() < newest) {
                throw new AssertionError("version " + latest.version() + " is read, " + newest + " was there before");
            }
        });
        return latest;
    }

    private static void cleanUp(SimulatedProcess process) {
        process.trace("CLEAN UP", "", process.log().cleanUpLog().keptFrom());
    }

    /** At the worst moment: when somebody comes with old files. */
    private void vacuum(SimulatedProcess process) {
        long wait = table.oldFiles().expected() - table.scheduler().now();
        if (wait > 0) {
            process.sleep(wait);
        }
        process.intend(Effect.NONE);
        VacuumRequest request = VacuumRequest.ofTable();
        VacuumedTable vacuumed = process.log().vacuum(random.nextBoolean() ? request : request.withoutRecord());
        process.trace("VACUUM", "", vacuumed.files());
    }

    private void optimize(SimulatedProcess process) throws IOException {
        if (table.setup().tracked()) {
            new ForeignOptimize(process).run(latest(process), random);
        }
    }

    private void alter(SimulatedProcess process) {
        process.intend(Effect.NONE);
        String column = name + "_" + altered++;
        AlterTable request = random.nextBoolean()
                ? new AlterTable.SetProperties(Map.of("simulation." + column, "x"))
                : new AlterTable.AddColumns(List.of(NewColumn.of(ColumnPath.of(column), PrimitiveType.LONG)));
        Snapshot after = process.log().alterTable(request);
        process.trace("ALTERED", column, after.version());
        images.requireSame(LogSnapshot.cast(after));
    }

    /** One that has to be there stays readable all the while. */
    private void readOld(SimulatedProcess process) {
        long kept = table.history()
                .newestSince(
                        table.scheduler().now() - table.setup().logRetention().toMillis() / 2);
        long newest = table.history().newestVersion();
        long version = kept + random.nextLong(newest - kept + 1);
        images.requireSame(LogSnapshot.cast(process.log().snapshotAt(version)));
    }
}
