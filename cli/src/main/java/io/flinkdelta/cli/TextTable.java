/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of text for people: columns padded to their widest line, a cell may have several lines. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final boolean header;

    /** A table whose first row is a header. */
    static TextTable withHeader(String... names) {
        TextTable table = new TextTable(true);
        table.row(names);
        return table;
    }

    static TextTable withoutHeader() {
        return new TextTable(false);
    }

    private TextTable(boolean header) {
        this.header = header;
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    List<String> lines() {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            addLines(row, widths, lines);
            if (header && lines.size() == 1) {
                lines.add(line(Arrays.stream(widths).mapToObj("-"::repeat).toList(), widths));
            }
        }
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(
                        widths[i],
                        row.get(i).lines().mapToInt(TextTable::width).max().orElse(0));
            }
        }
        return widths;
    }

    private static void addLines(List<String> row, int[] widths, List<String> lines) {
        List<List<String>> cells =
                row.stream().map(cell -> cell.lines().toList()).toList();
        int height = Math.max(1, cells.stream().mapToInt(List::size).max().orElse(1));
        for (int i = 0; i < height; i++) {
            int at = i;
            lines.add(line(
                    cells.stream()
                            .map(cell -> at < cell.size() ? cell.get(at) : "")
                            .toList(),
                    widths));
        }
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            line.append(i == 0 ? "" : GAP).append(cell).append(" ".repeat(widths[i] - width(cell)));
        }
        return line.toString().stripTrailing();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
