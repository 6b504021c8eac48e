/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** What is behind the source in the jobs of tests. */
final class LedgerFunctions {
    private LedgerFunctions() {}

    static String line(RowData row) {
        return row.getRowKind().shortString() + row.getLong(0) + "@" + row.getString(1);
    }

    /** A page for each partition. */
    static final class ByPartition extends KeyedProcessFunction<String, RowData, String> {
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private transient ValueState<Integer> count;

        ByPartition(Ledger ledger) {
            this.ledger = ledger.key();
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Integer.class));
        }

        @Override
        public void processElement(RowData row, Context context, Collector<String> out) throws Exception {
            int index = count.value() == null ? 0 : count.value();
            Ledger.of(ledger).write(context.getCurrentKey(), index, line(row));
            count.update(index + 1);
        }
    }

    /** One page of rows as they come and as their times, which are their ids, are over. */
    static final class OnTime extends KeyedProcessFunction<String, RowData, String> {
        static final String PAGE = "time";
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private transient ValueState<Integer> count;

        OnTime(Ledger ledger) {
            this.ledger = ledger.key();
        }

        static String seen(long id) {
            return "seen " + id;
        }

        static String passed(long id) {
            return "passed " + id;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Integer.class));
        }

        @Override
        public void processElement(RowData row, Context context, Collector<String> out) throws Exception {
            write(seen(row.getLong(0)));
            context.timerService().registerEventTimeTimer(row.getLong(0));
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<String> out) throws Exception {
            write(passed(time));
        }

        private void write(String line) throws IOException {
            int index = count.value() == null ? 0 : count.value();
            Ledger.of(ledger).write(PAGE, index, line);
            count.update(index + 1);
        }
    }

    /** A page for each subtask, which fails by itself; of jobs that keep their parallelism. */
    static final class BySubtask extends RichMapFunction<RowData, String> implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private transient ListState<Integer> state;
        private transient int count;

        BySubtask(Ledger ledger) {
            this.ledger = ledger.key();
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("count", Integer.class));
            for (int kept : state.get()) {
                count += kept;
            }
            // What came after is read again, maybe by another subtask.
            Ledger.of(ledger).cut(page(), count);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.clear();
            state.add(count);
        }

        private String page() {
            return Integer.toString(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }

        @Override
        public String map(RowData row) {
            String page = page();
            Ledger.of(ledger).write(page, count++, line(row));
            return page;
        }
    }

    /** Fails at random as often as the ledger says, holds what it holds, and is slow enough for checkpoints to come between. */
    static final class Failing extends RichMapFunction<RowData, RowData> {
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private final int rowsPerFailure;

        Failing(Ledger ledger, int rowsPerFailure) {
            this.ledger = ledger.key();
            this.rowsPerFailure = rowsPerFailure;
        }

        @Override
        public RowData map(RowData row) throws InterruptedException {
            Ledger.of(ledger).pass(row.getLong(0));
            ThreadLocalRandom random = ThreadLocalRandom.current();
            if (random.nextInt(4) == 0) {
                Thread.sleep(1);
            }
            if (random.nextInt(rowsPerFailure) == 0 && Ledger.of(ledger).takeFailure()) {
                throw new IllegalStateException("a failure that the test asked for");
            }
            return row;
        }
    }
}
