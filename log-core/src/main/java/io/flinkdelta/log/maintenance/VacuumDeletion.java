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
    private final FailedDeletions failures;
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
        this.failures = new FailedDeletions(
                storage.context().with("version", seen.version()),
                storage.data().location());
        this.parallelism = parallelism;
    }

    /** What of it was deleted; of what was not, see {@link #failures}. */
    UnwantedFiles delete(UnwantedFiles unwanted) {
        try {
            List<UnwantedFile> files = new ArrayList<>();
            int atOnce = PAGE * parallelism.threads();
            for (int from = 0; from < unwanted.files().size(); from += atOnce) {
                int to = Math.min(unwanted.files().size(), from + atOnce);
                List<UnwantedFile> still = stillUnwanted(unwanted.files().subList(from, to));
                delete(still);
                still.stream().filter(file -> !failures.contains(file.path())).forEach(files::add);
            }
            return new UnwantedFiles(files, deleteFolders(unwanted.folders()), unwanted.foldersSeen());
        } catch (IOException e) {
            throw StorageErrors.of(
                    e,
                    storage.context().with("version", seen.version()),
                    storage.data().location(),
                    "delete files that the table does not need any more");
        }
    }

    FailedDeletions failures() {
        return failures;
    }

    private List<String> deleteFolders(List<String> folders) throws IOException {
        List<String> deleted = new ArrayList<>();
        for (String folder : folders) {
            try {
                if (storage.data().deleteEmptyFolder(folder)) {
                    deleted.add(folder);
                }
            } catch (IOException e) {
                failures.add(folder, e);
            }
        }
        return deleted;
    }

    private List<UnwantedFile> stillUnwanted(List<UnwantedFile> files) {
        LogSnapshot newest = refresh.apply(seen);
        for (long version = seen.version() + 1; version <= newest.version(); version++) {
            CommitFile.read(storage.log(), version, storage.context()).forEach(meanwhile::add);
        }
        seen = newest;
        return meanwhile.isEmpty()
                ? files
                : files.stream()
                        .filter(file -> !meanwhile.contains(file.path()))
                        .toList();
    }

    private void delete(List<UnwantedFile> files) throws IOException {
        List<List<String>> pages = new ArrayList<>();
        for (int from = 0; from < files.size(); from += PAGE) {
            pages.add(files.subList(from, Math.min(files.size(), from + PAGE)).stream()
                    .map(UnwantedFile::path)
                    .toList());
        }
        new SharedWork<>(pages, page -> {
                    storage.data().deleteAll(page, failures);
                    return List.of();
                })
                .run(parallelism);
    }
}
