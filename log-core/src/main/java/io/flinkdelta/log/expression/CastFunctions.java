/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Functions.Function;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.Map;

/** The functions that are casts under the name of a type. */
final class CastFunctions {
    private CastFunctions() {}

    static void addTo(Map<String, Function> functions) {
        add(functions, "boolean", PrimitiveType.BOOLEAN);
        add(functions, "tinyint", PrimitiveType.BYTE);
        add(functions, "smallint", PrimitiveType.SHORT);
        add(functions, "int", PrimitiveType.INTEGER);
        add(functions, "bigint", PrimitiveType.LONG);
        add(functions, "float", PrimitiveType.FLOAT);
        add(functions, "double", PrimitiveType.DOUBLE);
        add(functions, "decimal", new DecimalType(10, 0));
        add(functions, "string", PrimitiveType.STRING);
        add(functions, "binary", PrimitiveType.BINARY);
        add(functions, "date", PrimitiveType.DATE);
        add(functions, "to_date", PrimitiveType.DATE);
        add(functions, "timestamp", PrimitiveType.TIMESTAMP);
        add(functions, "to_timestamp", PrimitiveType.TIMESTAMP);
    }

    private static void add(Map<String, Function> functions, String name, DataType type) {
        functions.put(
                name,
                operands ->
                        operands.count(1).get(0).castTo(type, operands.binder().casts()));
    }
}
