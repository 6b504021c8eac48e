/* SPDX-License-Identifier: Apache-2.0 */
/** What a reader reads at a time, as it travels and as it stands in a checkpoint. */
package io.flinkdelta.source.split;
