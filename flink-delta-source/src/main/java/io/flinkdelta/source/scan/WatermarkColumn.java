/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The column of the rows' times, by which the source gives watermarks.
 *
 * @param name as the table spells it
 * @param unit of a column of numbers, counted from the epoch on
 */
public record WatermarkColumn(String name, TimeUnit unit) implements Serializable {
    public WatermarkColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
    }
}
