/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import java.io.StringWriter;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.WriterAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;

/** All that this process logs at level INFO and above, with the whole stack traces, until it is closed. */
public final class CapturedLog implements AutoCloseable {
    private final LoggerContext context = LoggerContext.getContext(false);
    private final LoggerConfig root = context.getConfiguration().getRootLogger();
    private final Level level = root.getLevel();
    private final StringWriter text = new StringWriter();
    private final WriterAppender appender = WriterAppender.newBuilder()
            .setName("captured")
            .setLayout(PatternLayout.newBuilder()
                    .setPattern("%level %logger %msg%n%throwable")
                    .build())
            .setTarget(text)
            .build();

    public CapturedLog() {
        appender.start();
        root.addAppender(appender, Level.INFO, null);
        root.setLevel(Level.INFO);
        context.updateLoggers();
    }

    /** What was logged so far. */
    public String text() {
        return text.toString();
    }

    @Override
    public void close() {
        root.setLevel(level);
        root.removeAppender(appender.getName());
        context.updateLoggers();
        appender.stop();
    }
}
