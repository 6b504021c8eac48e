/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

/** What a Parquet file is to its checkpoint; decides which columns it has. */
public enum CheckpointPart {
    /** A classic checkpoint of the V1 spec, or a part of a multi-part one: everything. */
    CLASSIC,
    /** The file of the V2 spec that names the sidecars, or holds everything itself. */
    MANIFEST,
    /** Live files and tombstones of the V2 spec. */
    SIDECAR
}
