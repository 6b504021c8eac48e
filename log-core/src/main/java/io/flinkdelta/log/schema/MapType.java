/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

/** Key-value pairs; keys are never null. */
public record MapType(DataType keyType, DataType valueType, boolean valueContainsNull) implements DataType {
    @Override
    public String describe() {
        return "map<" + keyType.describe() + "," + valueType.describe() + ">";
    }
}
