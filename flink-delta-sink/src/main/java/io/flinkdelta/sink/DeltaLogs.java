/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.txn.CommitSettings;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Opens the log of the sink's table as the sink's options say. */
final class DeltaLogs {
    private DeltaLogs() {}

    static DeltaLog open(SinkSpec spec) {
        SinkSettings settings = spec.settings();
        CommitSettings defaults = CommitSettings.defaults();
        DeltaLogComponents components = DeltaLogComponents.defaults();
        return new DeltaLog(
                spec.openStorage(),
                components
                        .withEngineInfo(
                                components.engineInfo() + " (Apache-Flink/" + EnvironmentInformation.getVersion() + ")")
                        .withCommitSettings(new CommitSettings(
                                defaults.maxRaces(),
                                settings.commitAttempts(),
                                settings.commitRetryDelay(),
                                defaults.maxBackoff(),
                                settings.unknownOutcomeTimeout())));
    }
}
