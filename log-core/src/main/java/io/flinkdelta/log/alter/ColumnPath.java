/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Where a column stands: the names from the top of the schema to it. What an array holds is called
 * {@code element}, what a map holds {@code key} and {@code value}. Names are found in any case.
 *
 * @param names empty for the whole row
 */
public record ColumnPath(List<String> names) {
    /** The whole row. */
    static final ColumnPath ROW = new ColumnPath(List.of());

    public ColumnPath {
        names = List.copyOf(names);
    }

    public static ColumnPath of(String... names) {
        return new ColumnPath(List.of(names));
    }

    /**
     * The path that SQL writes as {@code a.b.`c d`}.
     *
     * @throws InvalidRequestException when it is none, or more than one
     */
    public static ColumnPath parse(String text) {
        try {
            List<List<String>> columns = ColumnNames.parseList(text);
            if (columns.size() == 1) {
                return new ColumnPath(columns.get(0));
            }
        } catch (IllegalArgumentException e) {
            throw unreadable(text, e);
        }
        throw unreadable(text, null);
    }

    private static InvalidRequestException unreadable(String text, Exception cause) {
        return new InvalidRequestException(
                "This is not how a column is written.",
                ErrorContext.none().with("column", text),
                "Write one column such as a, a.b or a.`b c`: names that are not letters, digits and _ stand in backticks.",
                cause);
    }

    /** The last name; there is none for the whole row. */
    public String name() {
        return names.get(names.size() - 1);
    }

    public ColumnPath parent() {
        return new ColumnPath(names.subList(0, names.size() - 1));
    }

    public ColumnPath child(String name) {
        List<String> more = new ArrayList<>(names);
        more.add(name);
        return new ColumnPath(more);
    }

    boolean isTop() {
        return names.size() == 1;
    }

    /** Whether this column is {@code other} or holds it. */
    boolean holds(ColumnPath other) {
        return names.size() <= other.names.size()
                && lower().equals(other.lower().subList(0, names.size()));
    }

    /** Whether one of the two columns is or holds the other. */
    boolean overlaps(ColumnPath other) {
        return holds(other) || other.holds(this);
    }

    private List<String> lower() {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    /** As SQL writes it, every name that needs it in backticks. */
    String sql() {
        return names.stream()
                .map(name -> name.matches("[a-zA-Z0-9_]+") && !name.matches("\\d+")
                        ? name
                        : "`" + name.replace("`", "``") + "`")
                .collect(Collectors.joining("."));
    }

    /** As the history of a table and error messages write it: names with a dot in backticks. */
    @Override
    public String toString() {
        return names.stream()
                .map(name -> name.contains(".") ? "`" + name + "`" : name)
                .collect(Collectors.joining("."));
    }
}
