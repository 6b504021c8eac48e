/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

/**
 * One action of the log (PROTOCOL.md, "Actions"). Each record holds the fields of the protocol under
 * the protocol's names; a field that may be absent is an Optional. Read and written by {@link ActionJson}.
 */
public sealed interface Action
        permits AddFile,
                RemoveFile,
                AddCDCFile,
                Metadata,
                Protocol,
                SetTransaction,
                DomainMetadata,
                CommitInfo,
                CheckpointMetadata,
                SidecarFile {}
