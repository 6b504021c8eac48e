/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.file.DataPath;
import java.util.Optional;

/**
 * Makes {@link FileKey}s for one table. Paths are brought to one spelling: decoded, absolute ones with
 * the scheme and authority of the table where they have none, so that {@code /data/f},
 * {@code file:/data/f} and {@code file:///data/f} are one file of a local table. Relative paths, the
 * normal case, stay as they are. Any thread.
 */
public final class FileKeys {
    private final String scheme;
    private final String authority;

    /**
     * Of one table.
     *
     * @param tableLocation the table's folder: a local path, or a URI that is not percent-encoded
     */
    public FileKeys(String tableLocation) {
        int colon = schemeEnd(tableLocation);
        this.scheme = colon < 0 ? "file" : tableLocation.substring(0, colon);
        this.authority = colon < 0 ? "" : authority(tableLocation.substring(colon + 1));
    }

    public FileKey of(AddFile add) {
        return key(add.path(), add.deletionVector());
    }

    public FileKey of(RemoveFile remove) {
        return key(remove.path(), remove.deletionVector());
    }

    /** The canonical spelling of a path of the log. */
    public String canonical(String path) {
        int colon = schemeEnd(path);
        if (colon < 0) {
            return path.startsWith("/") ? absolute(scheme, authority, path) : decode(path);
        }
        String ownScheme = path.substring(0, colon);
        String rest = path.substring(colon + 1);
        String ownAuthority = authority(rest);
        if (rest.startsWith("//")) {
            rest = rest.substring(2 + ownAuthority.length());
        }
        boolean defaulted = ownAuthority.isEmpty() && ownScheme.equals(scheme);
        return absolute(ownScheme, defaulted ? authority : ownAuthority, rest);
    }

    private FileKey key(String path, Optional<DeletionVectorDescriptor> deletionVector) {
        return new FileKey(
                canonical(path),
                deletionVector.map(DeletionVectorDescriptor::uniqueId).orElse(""));
    }

    private static String absolute(String scheme, String authority, String path) {
        return scheme + "://" + authority + decode(path);
    }

    private static String decode(String path) {
        return path.indexOf('%') < 0 ? path : DataPath.decode(path);
    }

    /** The colon after a URI scheme, or -1. */
    private static int schemeEnd(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == ':') {
                return i > 1 ? i : -1;
            }
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean inside = i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
            if (!letter && !inside) {
                return -1;
            }
        }
        return -1;
    }

    /** Of what follows the scheme of a URI; empty when there is none. */
    private static String authority(String afterScheme) {
        if (!afterScheme.startsWith("//")) {
            return "";
        }
        int slash = afterScheme.indexOf('/', 2);
        return slash < 0 ? afterScheme.substring(2) : afterScheme.substring(2, slash);
    }
}
