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
                SidecarFile {

    /** Calls the one method of {@code visitor} that is for this kind of action. */
    <X extends Exception> void accept(Visitor<X> visitor) throws X;

    /**
     * One method for each kind of action, so that whoever treats kinds differently does not compile until it
     * knows what to do about a new one.
     *
     * @param <X> what the methods throw
     */
    interface Visitor<X extends Exception> {
        void add(AddFile add) throws X;

        void remove(RemoveFile remove) throws X;

        void cdc(AddCDCFile cdc) throws X;

        void metadata(Metadata metadata) throws X;

        void protocol(Protocol protocol) throws X;

        void txn(SetTransaction txn) throws X;

        void domainMetadata(DomainMetadata domain) throws X;

        void commitInfo(CommitInfo commitInfo) throws X;

        void checkpointMetadata(CheckpointMetadata checkpoint) throws X;

        void sidecar(SidecarFile sidecar) throws X;
    }
}
