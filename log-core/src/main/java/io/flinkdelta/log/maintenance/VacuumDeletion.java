/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Deletes what a vacuum found, some thousand files at a time: before each time it reads what was committed
 * meanwhile, and spares what that needs. Used once, by one thread.
 */
final class VacuumDeletion {
    /** What one thread deletes at a time; S3 takes a thousand files a request. */
    private static final int PAGE = 1000;

    private final TableStorage storage;
    private final UnaryOperator<LogSnapshot> refresh;
    private final ReferencedFiles meanwhile;
    private final ReadParallelism parallelism;
    private LogSnapshot seen;

    /**
     * On one table.
     *
     * @param seen the version against which the files were held
     * @param refresh the newest version, given an older one; fails when nothing may be deleted any more
     * @param cutoff tombstones of an earlier time need nothing; epoch milliseconds
     */
    VacuumDeletion(
            TableStorage storage,
            LogSnapshot seen,
            UnaryOperator<LogSnapshot> refresh,
            long cutoff,
            ReadParallelism parallelism) {
        this.storage = storage;
        this.seen = seen;
        this.refresh = refresh;
        this.meanwhile = new ReferencedFiles(storage, cutoff);
        this.parallelism = parallelism;
    }

    /** What of it was deleted. */
    VacuumedTable delete(VacuumedTable unwanted) {
        try {
            List<String> files = new ArrayList<>();
            int atOnce = PAGE * parallelism.threads();
            for (int from = 0; from < unwanted.files().size(); from += atOnce) {
                int to = Math.min(unwanted.files().size(), from + atOnce);
                List<String> still = stillUnwanted(unwanted.files().subList(from, to));
                delete(still);
                files.addAll(still);
            }
            List<String> folders = new ArrayList<>();
            for (String folder : unwanted.folders()) {
                if (storage.data().deleteEmptyFolder(folder)) {
                    folders.add(folder);
                }
            }
            return new VacuumedTable(unwanted.version(), files, folders, unwanted.bytes(), unwanted.foldersSeen());
        } catch (IOException e) {
            throw StorageErrors.of(
                    e,
                    storage.context().with("version", seen.version()),
                    storage.data().location(),
                    "delete files that the table does not need any more");
        }
    }

    private List<String> stillUnwanted(List<String> files) {
        LogSnapshot newest = refresh.apply(seen);
        for (long version = seen.version() + 1; version <= newest.version(); version++) {
            CommitFile.read(storage.log(), version, storage.context()).forEach(meanwhile::add);
        }
        seen = newest;
        return meanwhile.isEmpty()
                ? files
                : files.stream().filter(file -> !meanwhile.contains(file)).toList();
    }

    private void delete(List<String> files) throws IOException {
        List<List<String>> pages = new ArrayList<>();
        for (int from = 0; from < files.size(); from += PAGE) {
            pages.add(files.subList(from, Math.min(files.size(), from + PAGE)));
        }
        new SharedWork<>(pages, page -> {
                    storage.data().deleteAll(page);
                    return List.of();
                })
                .run(parallelism);
    }
}
