/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

/** The wanted actions of one file of a checkpoint, one at a time; must be closed. One thread. */
public abstract class CheckpointActions extends ActionIterator {

    /**
     * Whether the file holds live files or tombstones itself, whatever is being read of it. Valid once
     * the iteration has ended.
     */
    public abstract boolean holdsFileActions();
}
