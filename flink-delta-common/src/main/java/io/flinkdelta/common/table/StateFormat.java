/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What the states of sink and source have in common, as bytes. */
public final class StateFormat {
    private static final int NULL = -1;

    private StateFormat() {}

    /**
     * Refuses state of a version that this build does not know.
     *
     * @param owner sink or source
     * @param what the state is of, with its article
     */
    public static void requireVersion(String owner, String what, int version, int newest) throws IOException {
        if (version < 1 || version > newest) {
            throw new IOException("The state holds " + what + " of the Delta " + owner + " in version " + version
                    + "; this build reads versions up to " + newest
                    + ". Restore the job with the build that wrote the state, or a newer one.");
        }
    }

    /** The length as a big-endian int, then UTF-8. Null is kept apart from the empty text. */
    public static void writeText(DataOutputStream out, String text) throws IOException {
        if (text == null) {
            out.writeInt(NULL);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** What {@link #writeText} wrote. */
    public static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length == NULL) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
