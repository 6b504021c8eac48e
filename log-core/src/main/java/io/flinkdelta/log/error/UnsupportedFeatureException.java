/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** The table needs a table feature that this build does not support: use another client or setting. */
public final class UnsupportedFeatureException extends DeltaException {

    public UnsupportedFeatureException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public UnsupportedFeatureException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
