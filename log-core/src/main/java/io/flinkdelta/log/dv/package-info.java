/* SPDX-License-Identifier: Apache-2.0 */
/** Deletion vectors: the rows of a data file that are deleted though the file still holds them. */
package io.flinkdelta.log.dv;
