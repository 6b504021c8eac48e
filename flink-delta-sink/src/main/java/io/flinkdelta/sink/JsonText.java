/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Operation parameters whose values are JSON in a string, as Delta's history has them. */
final class JsonText {
    private JsonText() {}

    static String of(List<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array.toString();
    }

    static String of(Map<String, String> values) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(values).forEach(object::put);
        return object.toString();
    }
}
