/* SPDX-License-Identifier: Apache-2.0 */
/** The source: a Delta table as a batch, as a tail of new versions, as a changelog. */
package io.flinkdelta.source;
