/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/** Where a data file lies that the log names by a decoded path. */
final class DataPlace {
    private static final Pattern ABSOLUTE_URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/.*", Pattern.DOTALL);

    private DataPlace() {}

    /** Whether the path names its own scheme; {@code a:b/c} does not, it is a relative path with a colon. */
    static boolean isAbsoluteUri(String path) {
        return ABSOLUTE_URI.matcher(path).matches();
    }

    /** An absolute path without a scheme is taken to be on the table's own file system. */
    static Path resolve(Path root, String path) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("the path of a data file is empty");
        }
        if (isAbsoluteUri(path)) {
            return new Path(path);
        }
        return onFileSystemOf(root, path.startsWith("/") ? path : root.toUri().getPath() + "/" + path);
    }

    /** What lies in the table under the names of a listing, also where the first of them looks like a scheme. */
    static Path inside(Path root, String relativePath) {
        return relativePath.isEmpty() ? root : onFileSystemOf(root, root.toUri().getPath() + "/" + relativePath);
    }

    private static Path onFileSystemOf(Path root, String absolute) {
        return new Path(root.toUri().getScheme(), root.toUri().getAuthority(), absolute);
    }

    static boolean isLocal(Path path) {
        return "file".equalsIgnoreCase(path.toUri().getScheme());
    }
}
