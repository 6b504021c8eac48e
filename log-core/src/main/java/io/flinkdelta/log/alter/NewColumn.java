/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.schema.DataType;
import java.util.Optional;

/**
 * A column to be added. It may be null, since rows that are there have no value for it; a default for
 * later rows is set by {@link AlterTable.ChangeColumn} afterwards.
 *
 * @param position after all others when empty
 */
public record NewColumn(ColumnPath path, DataType type, Optional<String> comment, Optional<ColumnPosition> position) {

    /** After all others, without a comment. */
    public static NewColumn of(ColumnPath path, DataType type) {
        return new NewColumn(path, type, Optional.empty(), Optional.empty());
    }

    public NewColumn comment(String text) {
        return new NewColumn(path, type, Optional.of(text), position);
    }

    public NewColumn at(ColumnPosition place) {
        return new NewColumn(path, type, comment, Optional.of(place));
    }
}
