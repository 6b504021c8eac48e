/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import java.util.ArrayList;
import java.util.List;

/** Lists of columns as Spark's SQL writes them: {@code a, b.c, `x.y`.`a``b`}. */
public final class ColumnNames {
    private final String text;
    private int position;

    private ColumnNames(String text) {
        this.text = text;
    }

    /** Each column is the path of its names, as written, without the backticks. */
    public static List<List<String>> parseList(String text) {
        ColumnNames parser = new ColumnNames(text);
        List<List<String>> columns = new ArrayList<>();
        do {
            columns.add(parser.column());
        } while (parser.skip(','));
        if (parser.position < text.length()) {
            throw new IllegalArgumentException("no column list from '" + text.substring(parser.position) + "' on");
        }
        return List.copyOf(columns);
    }

    private List<String> column() {
        List<String> path = new ArrayList<>();
        do {
            path.add(name());
        } while (skip('.'));
        return List.copyOf(path);
    }

    private String name() {
        skipSpace();
        String name = position < text.length() && text.charAt(position) == '`' ? quoted() : plain();
        skipSpace();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("an empty column name");
        }
        return name;
    }

    private String plain() {
        int start = position;
        while (position < text.length() && isPlain(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    private static boolean isPlain(char c) {
        return c != ',' && c != '.' && c != '`' && !Character.isWhitespace(c);
    }

    private String quoted() {
        StringBuilder name = new StringBuilder();
        position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c != '`') {
                name.append(c);
            } else if (position < text.length() && text.charAt(position) == '`') {
                name.append('`');
                position++;
            } else {
                return name.toString();
            }
        }
        throw new IllegalArgumentException("a backtick is not closed");
    }

    private boolean skip(char separator) {
        boolean found = position < text.length() && text.charAt(position) == separator;
        position += found ? 1 : 0;
        return found;
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }
}
