/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The log store that guards one table against its other writers: the one that the options name, else
 * the one that fits the scheme.
 *
 * @param log the store, for reading only when there is a refusal
 * @param refusal why the table cannot be written
 */
record LogStoreChoice(LogStore log, Optional<WriteRefusal> refusal) {
    private static final Set<String> S3 = Set.of("s3a", "s3", "s3n");
    private static final Set<String> AZURE = Set.of("abfs", "abfss", "wasb", "wasbs");
    private static final String GOOGLE = "gs";
    private static final String HDFS = "hdfs";

    /** For the log folder of a table, which need not be there. */
    static LogStoreChoice of(Path folder, Configuration hadoop, ErrorContext where) throws IOException {
        String scheme = folder.toUri().getScheme();
        Optional<ConfiguredLogStore> configured = ConfiguredLogStore.of(scheme, hadoop);
        return configured.isPresent()
                ? configured(configured.get(), folder, hadoop, where)
                : ofScheme(scheme, folder, hadoop, where);
    }

    private static LogStoreChoice ofScheme(String scheme, Path folder, Configuration hadoop, ErrorContext where)
            throws IOException {
        if (DataPlace.isLocal(folder)) {
            return writable(local(folder));
        }
        if (S3.contains(scheme)) {
            return S3Upload.isSupported(folder, hadoop)
                    ? writable(ConditionalPutLogStore.onS3(folder, hadoop))
                    : refused(folder, hadoop, WriteRefusal.noConditionalUpload(scheme, where));
        }
        if (scheme.equals(GOOGLE)) {
            return writable(ConditionalPutLogStore.onGoogle(folder, hadoop));
        }
        if (AZURE.contains(scheme)) {
            return writable(HdfsLogStore.onAzure(folder, hadoop));
        }
        return scheme.equals(HDFS)
                ? writable(new HdfsLogStore(folder, hadoop))
                : refused(folder, hadoop, WriteRefusal.noGuarantee(scheme, where));
    }

    private static LogStoreChoice configured(
            ConfiguredLogStore configured, Path folder, Configuration hadoop, ErrorContext where) throws IOException {
        String scheme = folder.toUri().getScheme();
        LogStoreChoice own = ofScheme(scheme, folder, hadoop, where);
        if (DataPlace.isLocal(folder)) {
            return configured.isLocal() || configured.isHdfs() ? own : plugin(configured, own, folder, hadoop, where);
        }
        if (configured.isHdfs()) {
            LogStore byRename = new HdfsLogStore(folder, hadoop);
            return writable(
                    scheme.equals(HDFS) ? byRename : new ProbedLogStore(byRename, folder, hadoop, configured, where));
        }
        if (configured.isSingleDriver() && S3.contains(scheme)) {
            // What it does for the writers of one process, the conditional upload does for all.
            return own;
        }
        return plugin(configured, own, folder, hadoop, where);
    }

    private static LogStoreChoice plugin(
            ConfiguredLogStore configured, LogStoreChoice own, Path folder, Configuration hadoop, ErrorContext where) {
        try {
            LogStorePlugin plugin = LogStorePlugin.load(configured.className(), hadoop);
            LogStore guarded = new PluginLogStore(folder, plugin, own.log());
            return writable(new ProbedLogStore(guarded, folder, hadoop, configured, where));
        } catch (ReflectiveOperationException e) {
            return new LogStoreChoice(own.log(), Optional.of(WriteRefusal.unusableLogStore(configured, e, where)));
        }
    }

    private static LogStore local(Path folder) {
        return new LocalLogStore(LocalPaths.absolute(folder.toUri().getPath()));
    }

    private static LogStoreChoice writable(LogStore log) {
        return new LogStoreChoice(log, Optional.empty());
    }

    private static LogStoreChoice refused(Path folder, Configuration hadoop, WriteRefusal refusal) throws IOException {
        return new LogStoreChoice(new HdfsLogStore(folder, hadoop), Optional.of(refusal));
    }
}
