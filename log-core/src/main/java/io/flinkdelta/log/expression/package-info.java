/* SPDX-License-Identifier: Apache-2.0 */
/** Expressions over the rows of a table: filters, constraints, generated columns. */
package io.flinkdelta.log.expression;
