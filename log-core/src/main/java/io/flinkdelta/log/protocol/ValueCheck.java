/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import java.util.List;
import java.util.function.Consumer;

/**
 * What the text of a property has to be.
 *
 * @param expected as an error message says it, after "not"
 * @param parse throws an IllegalArgumentException or ArithmeticException on any other text
 */
record ValueCheck(String expected, Consumer<String> parse) {
    static final ValueCheck TEXT = new ValueCheck("a text", text -> {});
    static final ValueCheck BOOLEAN = oneOf("true", "false");
    static final ValueCheck INTERVAL =
            new ValueCheck("an interval of weeks or less, such as 'interval 7 days'", Intervals::parse);
    static final ValueCheck SIZE = new ValueCheck("a size such as 128mb", Sizes::parse);
    static final ValueCheck COLUMNS =
            new ValueCheck("a list of column names, special ones in backticks", ColumnNames::parseList);

    /** One of these, in any case. */
    static ValueCheck oneOf(String... values) {
        List<String> allowed = List.of(values);
        return new ValueCheck(String.join(" or ", allowed), text -> {
            if (allowed.stream().noneMatch(text::equalsIgnoreCase)) {
                throw new IllegalArgumentException("none of " + allowed);
            }
        });
    }

    static ValueCheck integer(long least) {
        return new ValueCheck("an integer of at least " + least, text -> {
            if (Long.parseLong(text) < least) {
                throw new IllegalArgumentException("below " + least);
            }
        });
    }

    void require(String text) {
        parse.accept(text.strip());
    }

    boolean accepts(String text) {
        try {
            require(text);
            return true;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }
}
