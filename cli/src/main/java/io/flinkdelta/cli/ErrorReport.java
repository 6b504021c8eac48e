/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.examples.quickstart.QuickstartException;
import io.flinkdelta.log.error.DeltaException;
import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says an error: problem, where, remedy. One line, but for a table of differences that an error of ours carries. */
final class ErrorReport {
    private ErrorReport() {}

    private static String oneLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce("", (all, line) -> all.isEmpty() ? line : all + " " + line);
    }

    static String describe(Throwable failure) {
        if (failure instanceof QuickstartException) {
            return failure.getMessage() + (failure.getCause() == null ? "" : " " + describe(failure.getCause()));
        }
        List<Throwable> chain = chain(failure);
        Optional<DeltaException> told = chain.stream()
                .filter(DeltaException.class::isInstance)
                .map(DeltaException.class::cast)
                .findFirst();
        return told.map(error -> error.getMessage().strip()).orElseGet(() -> oneLine(ofOtherKind(chain)));
    }

    /** The cause that says most: our own words, or the deepest with a message, named by what it means to the user. */
    private static String ofOtherKind(List<Throwable> chain) {
        Optional<Throwable> own = chain.stream()
                .filter(cause -> cause.getClass().getName().startsWith("io.flinkdelta.") && cause.getMessage() != null)
                .findFirst();
        return own.map(Throwable::getMessage).orElseGet(() -> ofOthers(chain));
    }

    private static String ofOthers(List<Throwable> chain) {
        Throwable best = chain.get(0);
        for (Throwable cause : chain) {
            best = cause.getMessage() == null || cause.getMessage().isBlank() ? best : cause;
        }
        String message = best.getMessage();
        if (best instanceof AccessDeniedException) {
            return "Permission denied: " + message;
        }
        if (best instanceof NoSuchFileException || best instanceof FileNotFoundException) {
            return "File not found: " + message;
        }
        if (best instanceof FileSystemException && message != null) {
            return "Storage error: " + message;
        }
        if (best instanceof NoClassDefFoundError && message != null) {
            // The jars of a Hadoop file system are the user's to give, and they need others.
            return "The class " + message.replace('/', '.') + " is missing. Add the jar that has it, and those that it"
                    + " needs, to the environment variable FLINK_DELTA_CLASSPATH.";
        }
        return best.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !chain.contains(cause); cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }
}
