/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import com.fasterxml.jackson.databind.node.TextNode;
import io.flinkdelta.common.check.IdentityValues;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.schema.IdentityColumn;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values of a table's identity columns for one subtask. They are taken from blocks that are reserved by a commit
 * of their own which moves the column's high water mark, before a row has a value of the block: so no other subtask,
 * job or engine gives out the same one, whatever becomes of this task. What is left of a block is never used.
 *
 * <p>A reservation that loses a race against another change of the metadata reads the table anew. One whose outcome
 * stays unknown is given up for lost. Other writers' appends go on over it, since only a high water mark has changed.
 *
 * <p>One thread.
 */
final class IdentityReservations implements IdentityValues {
    private static final Logger LOG = LoggerFactory.getLogger(IdentityReservations.class);
    private static final int MAX_RACES = 100;

    private final SinkSpec spec;
    private final int blockSize;
    private final Map<String, Block> blocks = new HashMap<>();

    IdentityReservations(SinkSpec spec, int blockSize) {
        this.spec = spec;
        this.blockSize = blockSize;
    }

    /** The values of a reserved range that are left. */
    private static final class Block {
        private final long last;
        private final long step;
        private long next;
        private boolean empty;

        private Block(IdentityColumn.Range range, long step) {
            this.next = range.first();
            this.last = range.last();
            this.step = step;
        }

        private long take() {
            long value = next;
            if (value == last) {
                empty = true;
            } else {
                next += step;
            }
            return value;
        }
    }

    @Override
    public long next(String column) {
        Block block = blocks.get(column);
        if (block == null || block.empty) {
            block = reserve(column);
            blocks.put(column, block);
        }
        return block.take();
    }

    private Block reserve(String column) {
        try (SinkTable table = SinkTable.open(spec)) {
            Snapshot snapshot = table.createIfMissing();
            for (int races = 0; ; races++) {
                IdentityColumn identity = identity(snapshot, column);
                IdentityColumn.Range range = identity.next(blockSize);
                try {
                    commit(table, snapshot, column, range);
                    return new Block(range, identity.step());
                } catch (CommitConflictException | OutcomeUnknownException e) {
                    if (races == MAX_RACES) {
                        throw e;
                    }
                    LOG.debug("Values of {} of {} are reserved anew", column, spec.tablePath(), e);
                    snapshot = table.check(table.log().refresh(snapshot));
                }
            }
        }
    }

    private IdentityColumn identity(Snapshot snapshot, String column) {
        return snapshot.schema()
                .field(column)
                .flatMap(IdentityColumn::of)
                .orElseThrow(() -> new InvalidRequestException(
                        "A column is no identity column any more.",
                        spec.context().with("version", snapshot.version()).with("column", column),
                        "Restart the job, with the column in its row type."));
    }

    private static void commit(SinkTable table, Snapshot snapshot, String column, IdentityColumn.Range range) {
        StructType schema = new StructType(snapshot.schema().fields().stream()
                .map(field ->
                        field.name().equals(column) ? IdentityColumn.withHighWaterMark(field, range.last()) : field)
                .toList());
        Metadata old = snapshot.metadata();
        table.log()
                .newTransaction(snapshot, Operation.CHANGE_COLUMN)
                .metadata(new Metadata(
                        old.id(),
                        old.name(),
                        old.description(),
                        old.format(),
                        SchemaJson.write(schema),
                        old.partitionColumns(),
                        old.createdTime(),
                        old.configuration()))
                .operationParameter("column", TextNode.valueOf(column).toString())
                .blindAppend(true)
                .commit();
    }
}
