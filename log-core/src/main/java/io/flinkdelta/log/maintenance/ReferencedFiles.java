/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.store.TableStorage;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * Which files of a table's folder some actions need: data files and the files of deletion vectors, of live files
 * and of tombstones that are young enough. In doubt a file is taken to be needed: of an absolute path the scheme
 * and the authority do not matter, since a storage may go by several. An absolute path that does not lead into the
 * table's folder may be another way to it (a link, a mount, a view of the file system): it makes every file of its
 * name a needed one.
 */
final class ReferencedFiles {
    private static final Pattern URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:(?://[^/]*)?(/.*)", Pattern.DOTALL);

    private final PathHashes hashes = new PathHashes();
    private final PathHashes namesElsewhere = new PathHashes();
    private final Set<String> roots;
    private final long cutoff;
    private final ErrorContext table;

    /**
     * Of no action yet.
     *
     * @param cutoff tombstones of an earlier time need nothing; epoch milliseconds
     */
    ReferencedFiles(TableStorage storage, long cutoff) {
        this.roots = Stream.of(storage.data().location(), storage.tablePath())
                .map(place -> new Path(place).toUri().getPath())
                .map(path -> path.endsWith("/") ? path : path + "/")
                .collect(Collectors.toSet());
        this.cutoff = cutoff;
        this.table = storage.context();
    }

    void add(Action action) {
        if (action instanceof AddFile add) {
            add(add.path(), add.deletionVector());
        } else if (action instanceof RemoveFile remove
                && remove.deletionTimestamp().orElse(0) >= cutoff) {
            add(remove.path(), remove.deletionVector());
        }
    }

    private void add(String path, Optional<DeletionVectorDescriptor> deletionVector) {
        add(DataPath.decode(path));
        if (deletionVector.isPresent()) {
            try {
                DeletionVectorFile.pathOf(deletionVector.get()).ifPresent(this::add);
            } catch (IllegalArgumentException e) {
                throw new CorruptLogException(
                        "The file of a deletion vector cannot be told: " + e.getMessage() + ".",
                        table.with("dataFile", path),
                        "Nothing was deleted. Rewrite the data file, or restore the log from a copy.",
                        e);
            }
        }
    }

    private void add(String decoded) {
        hashes.add(normal(decoded));
        Matcher uri = URI.matcher(decoded);
        String absolute = normal(uri.matches() ? uri.group(1) : decoded);
        boolean elsewhere = absolute.startsWith("/");
        for (String root : roots) {
            if (absolute.startsWith(root)) {
                hashes.add(absolute.substring(root.length()));
                elsewhere = false;
            }
        }
        if (elsewhere) {
            namesElsewhere.add(name(absolute));
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** As a listing spells it. */
    private static String normal(String path) {
        boolean odd = path.contains("//") || path.contains("./");
        return odd ? new Path(null, null, path).toUri().getPath() : path;
    }

    /** Whether the file at a path relative to the table is needed. */
    boolean contains(String relativePath) {
        return hashes.contains(relativePath) || namesElsewhere.contains(name(relativePath));
    }

    boolean isEmpty() {
        return hashes.isEmpty() && namesElsewhere.isEmpty();
    }
}
