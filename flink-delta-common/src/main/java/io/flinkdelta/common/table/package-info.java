/* SPDX-License-Identifier: Apache-2.0 */
/** How a job gets at its table. */
package io.flinkdelta.common.table;
