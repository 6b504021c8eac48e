/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.TableChange;
import io.flinkdelta.log.alter.TableDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * One statement of Spark and our request for the same.
 *
 * @param sql with {@code $t} for the table
 * @param request null for a statement that only writes rows
 */
record Step(String sql, AlterTable request) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Step write(String sql) {
        return new Step(sql, null);
    }

    static String uuid() {
        return UUID.randomUUID().toString();
    }

    /** Our request applied to the version before Spark's statement gives the one after it. */
    void assertAlike(Path table, long before, long after) throws IOException {
        TableDefinition was = Definitions.at(table, before);
        TableChange change = request.applyTo(was, Step::uuid);
        assertThat(Definitions.json(was, change)).as(sql).isEqualTo(Definitions.json(Definitions.at(table, after)));
        if (after == before + 1) {
            JsonNode info = Definitions.commitInfo(table, after);
            assertThat(change.operation().historyName())
                    .as(sql)
                    .isEqualTo(info.get("operation").asText());
            JsonNode ours = Definitions.parameters(JSON.valueToTree(change.parameters()));
            assertThat(ours).as(sql).isEqualTo(Definitions.parameters(info.get("operationParameters")));
        }
    }
}
