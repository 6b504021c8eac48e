/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.store.LogContent;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The file of one attempt to commit a {@link Transaction}: commitInfo first, written line by line. */
record CommitContent(Transaction transaction, CommitInfo commitInfo) implements LogContent {

    static CommitContent of(Transaction transaction, IsolationLevel isolation, long timeMillis) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("timestamp", timeMillis);
        json.put("operation", transaction.operation().historyName());
        ObjectNode parameters = json.putObject("operationParameters");
        transaction.operationParameters().forEach(parameters::put);
        if (transaction.readVersion() >= 0) {
            json.put("readVersion", transaction.readVersion());
        }
        json.put("isolationLevel", isolation.historyName());
        json.put("isBlindAppend", transaction.blindAppend());
        ObjectNode metrics = json.putObject("operationMetrics");
        transaction.operationMetrics().forEach(metrics::put);
        transaction.commitInfoFields().forEach(json::set);
        json.put("engineInfo", transaction.engineInfo());
        json.put("txnId", transaction.txnId());
        return new CommitContent(transaction, CommitInfo.of(json));
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        writeLine(commitInfo, buffered);
        for (Action action : transaction.stateActions()) {
            writeLine(action, buffered);
        }
        for (Action action : transaction.removes()) {
            writeLine(action, buffered);
        }
        for (Action action : transaction.adds()) {
            writeLine(action, buffered);
        }
        buffered.flush();
    }

    private static void writeLine(Action action, OutputStream out) throws IOException {
        out.write(ActionJson.write(action).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }
}
