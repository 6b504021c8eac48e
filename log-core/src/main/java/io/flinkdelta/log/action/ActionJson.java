/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Optional;

/** The lines of a commit file, both ways (PROTOCOL.md, "Actions"). Thread-safe. */
public final class ActionJson {
    private ActionJson() {}

    /**
     * Parses one line. Unknown fields are skipped; an unknown action gives empty.
     *
     * @throws IllegalArgumentException when the line is no JSON object or misses a required field
     */
    public static Optional<Action> parse(String line) {
        throw new UnsupportedOperationException(line);
    }

    /** One line without a line end. */
    public static String write(Action action) {
        throw new UnsupportedOperationException(action.toString());
    }
}
