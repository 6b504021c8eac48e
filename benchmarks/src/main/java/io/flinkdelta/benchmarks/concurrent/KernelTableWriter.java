/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.exceptions.CommitStateUnknownException;
import io.delta.kernel.exceptions.ConcurrentTransactionException;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** Delta Kernel with its default engine; it reads the table anew for each transaction. */
final class KernelTableWriter implements TableWriter {
    private static final int MAX_RETRIES = 1_000;

    private final String appId = UUID.randomUUID().toString();
    private final Engine engine;
    private final String location;
    private final Table table;

    KernelTableWriter(String location, Configuration hadoop) {
        this.engine = DefaultEngine.create(configuration(hadoop));
        this.location = location;
        this.table = Table.forPath(engine, location);
    }

    /** Without Hadoop's checksum files, which local readers find half written while others commit. */
    private static Configuration configuration(Configuration hadoop) {
        Configuration configuration = new Configuration(hadoop);
        configuration.set("io.delta.kernel.logStore.file.impl", GuardedLocalLogStore.class.getName());
        configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
        configuration.set("fs.AbstractFileSystem.file.impl", "org.apache.hadoop.fs.local.RawLocalFs");
        return configuration;
    }

    /** Begins anew where Kernel gives up, until its own transaction id says that the commit is in. */
    @Override
    public int commit(int number) throws IOException {
        while (true) {
            try {
                attempt(number);
                return 0;
            } catch (ConcurrentTransactionException landed) {
                return 0;
            } catch (ConcurrentWriteException | CommitStateUnknownException e) {
                System.err.println("concurrent: " + e.getMessage());
            }
        }
    }

    private void attempt(int number) throws IOException {
        Transaction transaction = table.createTransactionBuilder(engine, "benchmark", Operation.STREAMING_UPDATE)
                .withTransactionId(engine, appId, number)
                .withMaxRetries(MAX_RETRIES)
                .build(engine);
        Row state = transaction.getTransactionState(engine);
        DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
        DataFileStatus file = new DataFileStatus(
                location + "/" + appId + "-" + number + ".parquet",
                number,
                System.currentTimeMillis(),
                Optional.empty());
        CloseableIterator<Row> actions = Transaction.generateAppendActions(
                engine, state, Utils.toCloseableIterator(List.of(file).iterator()), context);
        TransactionCommitResult result = transaction.commit(engine, CloseableIterable.inMemoryIterable(actions));
        for (PostCommitHook hook : result.getPostCommitHooks()) {
            switch (hook.getType()) {
                case CHECKPOINT, CHECKSUM_SIMPLE -> invoke(hook);
                default -> {}
            }
        }
    }

    /** Writers meet at checkpoints, which Kernel takes for a failure; the commit has landed. */
    private void invoke(PostCommitHook hook) throws IOException {
        try {
            hook.threadSafeInvoke(engine);
        } catch (CheckpointAlreadyExistsException | FileAlreadyExistsException e) {
            System.err.println("concurrent: " + e.getMessage());
        }
    }
}
