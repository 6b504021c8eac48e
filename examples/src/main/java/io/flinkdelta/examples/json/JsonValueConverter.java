/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

import com.fasterxml.jackson.databind.JsonNode;

/** Turns the JSON value of one field, never null, into Flink's internal value of the field's type. */
@FunctionalInterface
interface JsonValueConverter {
    Object convert(JsonNode value) throws JsonFieldException;
}
