/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

/** One of the writers, as if it were alone in its process. Used by one thread. */
interface TableWriter extends AutoCloseable {
    /**
     * Appends a file.
     *
     * @param number of the commit among those of this writer, from 0 on
     * @return how many attempts it took; 0 where that is not told
     */
    int commit(int number) throws Exception;

    @Override
    default void close() {}
}
