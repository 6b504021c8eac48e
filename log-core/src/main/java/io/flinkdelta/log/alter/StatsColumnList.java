/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.protocol.TableProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The property that lists the columns with statistics, while columns are renamed and dropped. Pure. */
final class StatsColumnList {
    private StatsColumnList() {}

    /** The properties with the column under its new name. */
    static Map<String, String> renamed(Map<String, String> properties, ColumnPath column, String newName) {
        return changed(properties, listed -> {
            if (!column.holds(listed)) {
                return Stream.of(listed);
            }
            List<String> names = new ArrayList<>(listed.names());
            names.set(column.names().size() - 1, newName);
            return Stream.of(new ColumnPath(names));
        });
    }

    /** The properties without the column and those that it holds; without the list when nothing else is on it. */
    static Map<String, String> dropped(Map<String, String> properties, ColumnPath column) {
        return changed(properties, listed -> column.holds(listed) ? Stream.empty() : Stream.of(listed));
    }

    private static Map<String, String> changed(
            Map<String, String> properties, Function<ColumnPath, Stream<ColumnPath>> change) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        TableProperties.ofRequest(properties).statsColumns().ifPresent(columns -> {
            String text = columns.stream()
                    .map(ColumnPath::new)
                    .flatMap(change)
                    .map(ColumnPath::sql)
                    .collect(Collectors.joining(","));
            if (text.isEmpty()) {
                changed.remove(TableProperties.STATS_COLUMNS);
            } else {
                changed.put(TableProperties.STATS_COLUMNS, text);
            }
        });
        return changed;
    }
}
