/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;

/** Why a table cannot be written, and what to set. */
record WriteRefusal(String problem, ErrorContext context, String remedy) {

    InvalidRequestException exception() {
        return new InvalidRequestException(problem, context, remedy);
    }

    /** The scheme gives no put-if-absent that this build knows. */
    static WriteRefusal noGuarantee(String scheme, ErrorContext context) {
        return new WriteRefusal(
                "Tables on " + scheme + ": can be read but not written: it is not known how to create a file there so"
                        + " that only one of two writers succeeds, and a commit could be lost.",
                context.with("scheme", scheme),
                "Put the table on file:, hdfs:, s3a:, abfs: or gs:. If a rename on " + scheme
                        + ": is atomic and never replaces a file,"
                        + " set the Hadoop option " + ConfiguredLogStore.key(scheme) + "="
                        + ConfiguredLogStore.HDFS_LOG_STORE + ".");
    }

    /** The client for S3 is too old for conditional uploads, or they are switched off. */
    static WriteRefusal noConditionalUpload(String scheme, ErrorContext context) {
        return new WriteRefusal(
                "Tables on " + scheme
                        + ": are written by conditional uploads, which the file system of this scheme does"
                        + " not offer, and a commit could be lost.",
                context.with("scheme", scheme),
                "Use S3A of Hadoop 3.4.2 or later (for s3: and s3n: set fs." + scheme
                        + ".impl=org.apache.hadoop.fs.s3a.S3AFileSystem) and leave"
                        + " fs.s3a.create.conditional.enabled at true; for a store without conditional uploads set "
                        + ConfiguredLogStore.key(scheme) + " to the log store that all its writers use.");
    }

    /** Another log store guards the table, which cannot be loaded. */
    static WriteRefusal unusableLogStore(
            ConfiguredLogStore configured, ReflectiveOperationException failure, ErrorContext context) {
        Throwable reason = failure.getCause() == null ? failure : failure.getCause();
        return new WriteRefusal(
                "The log store " + configured.className() + ", which the Hadoop option " + configured.key()
                        + " asks for, cannot be loaded (" + reason
                        + "), and without it this table's other writers could lose commits.",
                context.with(configured.key(), configured.className()),
                "Put the jars with this class and with io.delta:delta-storage on the class path, or correct the option;"
                        + " if no writer uses it, unset the option.");
    }
}
