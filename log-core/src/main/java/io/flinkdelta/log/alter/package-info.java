/* SPDX-License-Identifier: Apache-2.0 */
/** Creating and altering tables: requests as values, and what a table becomes by them. */
package io.flinkdelta.log.alter;
