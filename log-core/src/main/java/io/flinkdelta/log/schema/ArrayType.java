/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

/** A list of values of one type. */
public record ArrayType(DataType elementType, boolean containsNull) implements DataType {
    @Override
    public String describe() {
        return "array<" + elementType.describe() + ">";
    }
}
