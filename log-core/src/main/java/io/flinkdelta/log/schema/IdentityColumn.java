/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the schema says about an identity column (PROTOCOL.md, "Identity Columns"): its values are {@code start}
 * plus a multiple of {@code step}, each beyond the high water mark in the direction of the step.
 *
 * @param step not 0
 * @param highWaterMark the last value that was given out or reserved; empty while there is none
 * @param allowExplicitInsert whether writers may give values of their own
 */
public record IdentityColumn(long start, long step, OptionalLong highWaterMark, boolean allowExplicitInsert) {
    private static final String START = "delta.identity.start";
    private static final String STEP = "delta.identity.step";
    private static final String HIGH_WATER_MARK = "delta.identity.highWaterMark";
    private static final String ALLOW_EXPLICIT_INSERT = "delta.identity.allowExplicitInsert";

    /**
     * Values next to each other.
     *
     * @param first the first one
     * @param last the last one, which becomes the high water mark
     */
    public record Range(long first, long last) {}

    /**
     * That of a field; empty when it is no identity column.
     *
     * @throws CorruptLogException when a part is missing or no number, or the step is 0
     */
    public static Optional<IdentityColumn> of(StructField field) {
        Optional<JsonNode> start = field.metadata().get(START);
        Optional<JsonNode> step = field.metadata().get(STEP);
        Optional<JsonNode> explicit = field.metadata().get(ALLOW_EXPLICIT_INSERT);
        if (start.isEmpty() && step.isEmpty() && explicit.isEmpty()) {
            return Optional.empty();
        }
        long by = number(step, field);
        if (by == 0 || explicit.isEmpty()) {
            throw corrupt(field);
        }
        Optional<JsonNode> mark = field.metadata().get(HIGH_WATER_MARK);
        return Optional.of(new IdentityColumn(
                number(start, field),
                by,
                mark.isPresent() ? OptionalLong.of(number(mark, field)) : OptionalLong.empty(),
                explicit.get().asBoolean()));
    }

    private static long number(Optional<JsonNode> value, StructField field) {
        return value.filter(JsonNode::canConvertToLong)
                .filter(JsonNode::isIntegralNumber)
                .orElseThrow(() -> corrupt(field))
                .asLong();
    }

    private static CorruptLogException corrupt(StructField field) {
        return new CorruptLogException(
                "The metadata of an identity column is incomplete or not valid.",
                ErrorContext.none().with("column", field.name()).with("metadata", field.metadata()),
                "Repair the schema of the table.");
    }

    /**
     * The next {@code count} values.
     *
     * @throws InvalidRequestException when the last one does not fit into 64 bits
     */
    public Range next(long count) {
        try {
            long first = highWaterMark.isPresent() ? Math.addExact(valid(highWaterMark.getAsLong()), step) : start;
            return new Range(first, Math.addExact(first, Math.multiplyExact(count - 1, step)));
        } catch (ArithmeticException e) {
            throw new InvalidRequestException(
                    "An identity column has no values left: the next ones do not fit into 64 bits.",
                    ErrorContext.none().with("highWaterMark", highWaterMark).with("step", step),
                    "Write to a new table whose identity column starts anew.");
        }
    }

    /** A mark that other writers left between two values is taken for the next value, one before the start for none. */
    private long valid(long mark) {
        long distance = Math.subtractExact(mark, start);
        if (distance != 0 && Long.signum(distance) != Long.signum(step)) {
            return Math.subtractExact(start, step);
        }
        return distance % step == 0 ? mark : Math.addExact(start, Math.multiplyExact(step, distance / step + 1));
    }

    /** {@code field} with another high water mark. */
    public static StructField withHighWaterMark(StructField field, long mark) {
        ObjectNode metadata = field.metadata().toJson();
        metadata.put(HIGH_WATER_MARK, mark);
        return new StructField(field.name(), field.type(), field.nullable(), FieldMetadata.of(metadata));
    }
}
