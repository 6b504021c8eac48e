/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

/** {@code decimal(precision,scale)}, precision 1 to 38, scale 0 to precision. */
public record DecimalType(int precision, int scale) implements DataType {
    /** The largest precision of the protocol. */
    public static final int MAX_PRECISION = 38;

    public DecimalType {
        if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
            throw new IllegalArgumentException("no decimal type: decimal(" + precision + "," + scale + ")");
        }
    }

    @Override
    public String describe() {
        return "decimal(" + precision + "," + scale + ")";
    }
}
