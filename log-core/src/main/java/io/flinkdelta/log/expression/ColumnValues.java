/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

/** A row as a {@link CompiledExpression} sees it: the values of the columns that the expression uses. */
@FunctionalInterface
public interface ColumnValues {

    /**
     * The value of {@code columns().get(index)} of the expression, of the Java class that {@link Expression}
     * names for its type; null when it, or a struct around it, is null.
     */
    Object get(int index);
}
