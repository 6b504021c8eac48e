/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;

/** One table in Spark's hands: in statements it is called TABLE. */
public record SparkTable(RefereeProcess referee, Path path) {

    /** Runs statements one after the other; the rows of the last one. */
    public ArrayNode run(String... statements) {
        return run(Arrays.asList(statements));
    }

    /** As {@link #run(String...)}. */
    public ArrayNode run(List<String> statements) {
        List<ArrayNode> results =
                referee.sqlEach(statements.stream().map(this::named).toList());
        return results.get(results.size() - 1);
    }

    private String named(String statement) {
        String name = Matcher.quoteReplacement("delta.`" + path + "`");
        return statement.replaceAll("(INTO|FROM|UPDATE|OPTIMIZE|VACUUM|TABLE|HISTORY|DETAIL) TABLE\\b", "$1 " + name);
    }
}
