/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.PartitionValues;

/** What the log says about the rows of one file. */
record FileFacts(PartitionValues partition, FileStats stats) {}
