/* SPDX-License-Identifier: Apache-2.0 */
/** What a table asks of every row that is written to it, and the values that it computes for its writers. */
package io.flinkdelta.common.check;
