/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import java.util.OptionalLong;

/** What row tracking has given to a data file; it stays the same for as long as the file is in the table. */
public record RowIds(OptionalLong baseRowId, OptionalLong defaultRowCommitVersion) {
    static final RowIds NONE = new RowIds(OptionalLong.empty(), OptionalLong.empty());

    static RowIds of(AddFile add) {
        return new RowIds(add.baseRowId(), add.defaultRowCommitVersion());
    }

    static RowIds of(RemoveFile remove) {
        return new RowIds(remove.baseRowId(), remove.defaultRowCommitVersion());
    }

    /** These, each completed from {@code others} where it is missing. */
    RowIds orElse(RowIds others) {
        return new RowIds(
                baseRowId.isPresent() ? baseRowId : others.baseRowId,
                defaultRowCommitVersion.isPresent() ? defaultRowCommitVersion : others.defaultRowCommitVersion);
    }

    AddFile on(AddFile add) {
        return equals(of(add)) ? add : add.withRowIds(baseRowId, defaultRowCommitVersion);
    }

    RemoveFile on(RemoveFile remove) {
        return equals(of(remove)) ? remove : remove.withRowIds(baseRowId, defaultRowCommitVersion);
    }
}
