/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** The storage failed in a way that may pass: try again later. Nothing was changed. */
public final class StorageUnavailableException extends DeltaException {

    public StorageUnavailableException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public StorageUnavailableException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
