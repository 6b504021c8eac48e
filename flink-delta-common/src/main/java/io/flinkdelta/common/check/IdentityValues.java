/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

/** Gives the values of identity columns, each value once in the life of the table. One thread. */
@FunctionalInterface
public interface IdentityValues {

    /**
     * The next value of a column.
     *
     * @param column its name in the schema
     */
    long next(String column);
}
