/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.DataStore.DataEntry;
import io.flinkdelta.log.store.DataStore.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folders of a table, listed by several threads at once: finds the files that are old enough and wanted by
 * nobody, and the folders with nothing in them. Links are not followed, and a table inside of the table is left
 * alone. In memory is what was found, and a name for each folder.
 */
final class TableFolders {
    private static final String LOG_FOLDER = "_delta_log";

    private final DataStore data;
    private final HiddenNames hidden;
    private final Predicate<String> wanted;
    private final long cutoff;
    private final List<UnwantedFile> files = new ArrayList<>();
    private final List<String> folders = new ArrayList<>();
    private final Set<String> filled = new HashSet<>();

    /**
     * Of a table.
     *
     * @param wanted by paths relative to the table
     * @param cutoff files from then on stay; epoch milliseconds
     */
    TableFolders(DataStore data, HiddenNames hidden, Predicate<String> wanted, long cutoff) {
        this.data = data;
        this.hidden = hidden;
        this.wanted = wanted;
        this.cutoff = cutoff;
    }

    /** What nobody wants. Called once. */
    UnwantedFiles unwanted(ReadParallelism parallelism) throws IOException {
        new SharedWork<>(List.of(""), this::list).run(parallelism);
        filled.add("");
        for (String folder : List.copyOf(filled)) {
            String around = folder;
            do {
                around = around.substring(0, Math.max(0, around.lastIndexOf('/')));
            } while (filled.add(around));
        }
        List<String> empty = folders.stream()
                .filter(folder -> !filled.contains(folder))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return new UnwantedFiles(files, empty, folders.size());
    }

    private Collection<String> list(String path) throws IOException {
        Folder folder = new Folder(path);
        try (Stream<DataEntry> entries = data.list(path)) {
            entries.forEach(folder::see);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return take(folder);
    }

    private synchronized Collection<String> take(Folder folder) {
        folders.add(folder.path);
        if (folder.filled) {
            filled.add(folder.path);
        }
        if (folder.isTable) {
            return List.of();
        }
        files.addAll(folder.unwanted);
        return folder.folders;
    }

    /** One folder while it is listed. */
    private final class Folder {
        private final String path;
        private final List<UnwantedFile> unwanted = new ArrayList<>();
        private final List<String> folders = new ArrayList<>();
        private boolean filled;
        private boolean isTable;

        Folder(String path) {
            this.path = path;
        }

        void see(DataEntry entry) {
            boolean hides = hidden.hide(entry.name());
            filled |= hides || entry.kind() != Kind.FOLDER;
            isTable |= entry.name().equals(LOG_FOLDER) && entry.kind() == Kind.FOLDER && !path.isEmpty();
            if (hides || entry.kind() == Kind.OTHER) {
                return;
            }
            String inTable = path.isEmpty() ? entry.name() : path + "/" + entry.name();
            if (entry.kind() == Kind.FOLDER) {
                folders.add(inTable);
            } else if (entry.modificationTime() < cutoff && !wanted.test(inTable)) {
                unwanted.add(new UnwantedFile(inTable, entry.size()));
            }
        }
    }
}
