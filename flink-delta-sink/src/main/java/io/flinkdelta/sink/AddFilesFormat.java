/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.StateFormat;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Strings and {@link AddFile}s in the serialized forms of the sink: a count or length as a
 * big-endian int, then UTF-8; a file is the line that the log will hold.
 */
final class AddFilesFormat {
    private AddFilesFormat() {}

    /** In the order of the alphabet, so that equal sets are equal bytes. */
    static void writeStrings(DataOutputStream out, Set<String> values) throws IOException {
        out.writeInt(values.size());
        for (String value : new TreeSet<>(values)) {
            StateFormat.writeText(out, value);
        }
    }

    static Set<String> readStrings(DataInputStream in) throws IOException {
        int count = in.readInt();
        Set<String> values = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            values.add(StateFormat.readText(in));
        }
        return values;
    }

    static void writeFiles(DataOutputStream out, List<AddFile> files) throws IOException {
        out.writeInt(files.size());
        for (AddFile file : files) {
            StateFormat.writeText(out, ActionJson.write(file));
        }
    }

    static List<AddFile> readFiles(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<AddFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(readFile(StateFormat.readText(in)));
        }
        return files;
    }

    private static AddFile readFile(String line) throws IOException {
        Action action = ActionJson.parse(line).orElse(null);
        if (action instanceof AddFile file) {
            return file;
        }
        throw new IOException(
                "The state of the Delta sink holds something else where a data file is expected: " + line);
    }
}
