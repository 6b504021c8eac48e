/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

/** What one place in a column holds; {@code value} is null where the definition level says so. */
record Cell(int repetition, int definition, Object value) {}
