/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SourceTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.table.data.RowData;

/** Flink's own tests of sources, on tables. */
class SourceSuiteIT extends SourceTestSuiteBase<RowData> {
    @TestSemantics
    final CheckpointingMode[] semantics = {CheckpointingMode.EXACTLY_ONCE};

    @TestEnv
    final MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

    @TestContext
    final ExternalContextFactory<SourceSuiteTable> tables = SourceSuiteTable::create;
}
