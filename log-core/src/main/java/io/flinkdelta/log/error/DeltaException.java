/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/**
 * The root of every error of flink-delta. The subclasses differ by what the caller can do about
 * the error, not by where it arose; the message says what failed, where ({@link ErrorContext}), and
 * the remedy.
 */
public abstract sealed class DeltaException extends RuntimeException
        permits CommitConflictException,
                CorruptLogException,
                InvalidRequestException,
                OutcomeUnknownException,
                StorageUnavailableException,
                UnsupportedFeatureException {

    private final String problem;
    private final transient ErrorContext context;
    private final String remedy;

    DeltaException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(message(problem, context, remedy), cause);
        this.problem = problem;
        this.context = context;
        this.remedy = remedy;
    }

    /** What failed, one sentence without the context. */
    public final String problem() {
        return problem;
    }

    /** Where it failed. Empty after Java serialization; the message keeps it. */
    public final ErrorContext context() {
        return context == null ? ErrorContext.none() : context;
    }

    /** What to do about it. */
    public final String remedy() {
        return remedy;
    }

    private static String message(String problem, ErrorContext context, String remedy) {
        String where = context.toString();
        return problem + (where.isEmpty() ? "" : " [" + where + "]") + (remedy.isEmpty() ? "" : " " + remedy);
    }
}
