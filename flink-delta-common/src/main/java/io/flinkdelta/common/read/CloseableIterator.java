/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import java.util.Iterator;

/** An iterator over something that must be closed. One thread. */
public interface CloseableIterator<T> extends Iterator<T>, AutoCloseable {

    /** Releases what is open; may be called at any time and more than once. */
    @Override
    void close();
}
