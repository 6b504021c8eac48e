/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

/**
 * When a page of a column ends.
 *
 * @param pageBytes it is finished when its values take about this many bytes
 * @param pageRows or when it has this many rows
 * @param dictionaryBytes the largest dictionary of a column chunk
 */
public record PageLimits(int pageBytes, int pageRows, int dictionaryBytes) {}
