/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import java.util.stream.Stream;

/**
 * The rows of the matrix: together every table feature that this build reads, each in use. Features that have nothing to
 * do with each other share a table, because a row takes many statements.
 */
final class FeatureTables {
    private static final String[] NESTED = {"a STRING", "s STRUCT<x: INT, y: STRING>"};

    /** A column gets another name and a new one that name; a field of a struct likewise, another one is dropped. */
    private static final String[] RENAMES = {
        "UPDATE TABLE SET a = v, s = NAMED_STRUCT('x', part, 'y', v) WHERE id % 2 = 0",
        "ALTER TABLE TABLE RENAME COLUMN a TO b",
        "ALTER TABLE TABLE RENAME COLUMN s.x TO z",
        "ALTER TABLE TABLE DROP COLUMN s.y",
        "ALTER TABLE TABLE ADD COLUMNS (a INT, s.x STRING)",
        "INSERT INTO TABLE (id, part, v, a, b) VALUES (200, 1, 'renamed', 7, 'b')"
    };

    private static final String[] WIDENINGS = {
        "UPDATE TABLE SET n = id, f = id / 3, d = id / 7, l = ARRAY(1, NULL) WHERE id % 3 = 0",
        "ALTER TABLE TABLE ALTER COLUMN n TYPE INT",
        "ALTER TABLE TABLE ALTER COLUMN f TYPE DOUBLE",
        "ALTER TABLE TABLE ALTER COLUMN d TYPE DECIMAL(12, 4)",
        "ALTER TABLE TABLE ALTER COLUMN l.element TYPE BIGINT",
        "INSERT INTO TABLE (id, part, v, n, f, d, l)"
                + " VALUES (200, 1, 'wide', 2000000000, 1e300, 12345678.9012, ARRAY(9000000000000))"
    };

    private FeatureTables() {}

    static Stream<FeatureTable> all() {
        return Stream.of(
                legacy(),
                appendOnly(),
                nothingOwed(),
                commitDuties(),
                deletionVectors(),
                mappingByName(),
                mappingById(),
                typeWidening(),
                rowRules(),
                allTogether(),
                variantType());
    }

    private static FeatureTable legacy() {
        return FeatureTable.of("versions 1 and 2")
                .clause("PARTITIONED BY (part)")
                .property("delta.checkpointInterval", "3")
                .property("delta.minReaderVersion", "1")
                .property("delta.minWriterVersion", "2");
    }

    private static FeatureTable appendOnly() {
        return FeatureTable.of("appendOnly")
                .property("delta.appendOnly", "true")
                .before(
                        "INSERT INTO TABLE (id, part, v) VALUES (1, 1, 'a'), (2, 2, 'b')",
                        "INSERT INTO TABLE (id, part, v) VALUES (3, 3, 'c')")
                .after("INSERT INTO TABLE (id, part, v) VALUES (4, 4, 'd')", "OPTIMIZE TABLE");
    }

    private static FeatureTable nothingOwed() {
        return FeatureTable.of(
                        "timestampNtz, vacuumProtocolCheck, domainMetadata, changeDataFeed, allowColumnDefaults, "
                                + "statistics as structs only")
                .property("delta.feature.vacuumProtocolCheck", "supported")
                .property("delta.feature.domainMetadata", "supported")
                .property("delta.feature.allowColumnDefaults", "supported")
                .property("delta.enableChangeDataFeed", "true")
                .property("delta.checkpointInterval", "2")
                .property("delta.checkpoint.writeStatsAsStruct", "true")
                .property("delta.checkpoint.writeStatsAsJson", "false")
                .columns(
                        "t TIMESTAMP_NTZ",
                        "s STRUCT<d: DATE, t: ARRAY<TIMESTAMP_NTZ>>",
                        "d DECIMAL(20, 3)",
                        "w INT DEFAULT 42")
                .then("UPDATE TABLE SET t = TIMESTAMP_NTZ '2020-03-29 01:30:00.123456', d = id / 7 WHERE id % 2 = 0");
    }

    private static FeatureTable commitDuties() {
        return FeatureTable.of("inCommitTimestamp, rowTracking, clustering")
                .property("delta.enableInCommitTimestamps", "true")
                .property("delta.enableRowTracking", "true")
                .clause("CLUSTER BY (id, v)");
    }

    private static FeatureTable deletionVectors() {
        return FeatureTable.of("deletionVectors, v2Checkpoint")
                .property("delta.enableDeletionVectors", "true")
                .property("delta.checkpointPolicy", "v2")
                .property("delta.checkpointInterval", "3")
                .clause("PARTITIONED BY (part)")
                .then("REORG TABLE TABLE APPLY (PURGE)", "DELETE FROM TABLE WHERE id % 9 = 5");
    }

    private static FeatureTable mappingByName() {
        return FeatureTable.of("columnMapping by name")
                .property("delta.columnMapping.mode", "name")
                .columns(NESTED)
                .then(RENAMES);
    }

    private static FeatureTable mappingById() {
        return FeatureTable.of("columnMapping by id, deletionVectors")
                .property("delta.columnMapping.mode", "id")
                .property("delta.enableDeletionVectors", "true")
                .clause("PARTITIONED BY (part)")
                .columns(NESTED)
                .then(RENAMES);
    }

    private static FeatureTable typeWidening() {
        return FeatureTable.of("typeWidening")
                .property("delta.enableTypeWidening", "true")
                .columns("n SMALLINT", "f FLOAT", "d DECIMAL(5, 2)", "l ARRAY<INT>")
                .then(WIDENINGS);
    }

    private static FeatureTable rowRules() {
        return FeatureTable.of("checkConstraints, generatedColumns, identityColumns")
                .columns("g STRING GENERATED ALWAYS AS (CONCAT('g', v))", "i BIGINT GENERATED ALWAYS AS IDENTITY")
                .then("ALTER TABLE TABLE ADD CONSTRAINT small CHECK (id < 100000)");
    }

    private static FeatureTable allTogether() {
        return FeatureTable.of(
                        "deletionVectors, columnMapping, rowTracking, inCommitTimestamp, v2Checkpoint," + " clustering")
                .property("delta.enableDeletionVectors", "true")
                .property("delta.columnMapping.mode", "name")
                .property("delta.enableRowTracking", "true")
                .property("delta.enableInCommitTimestamps", "true")
                .property("delta.checkpointPolicy", "v2")
                .clause("CLUSTER BY (id)")
                .columns(NESTED)
                .then(RENAMES);
    }

    private static FeatureTable variantType() {
        return FeatureTable.of("variantType")
                .columns("x VARIANT")
                .before(
                        "INSERT INTO TABLE SELECT id, 1, 'v', PARSE_JSON(CONCAT('{\"a\": [', id, ', null, 1.5, \"x\"]}'))"
                                + " FROM RANGE(0, 5)",
                        "INSERT INTO TABLE VALUES (10, 2, NULL, NULL), (11, 2, NULL, PARSE_JSON('null'))")
                .notByKernel()
                .onlyRead();
    }
}
