// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Collects failures that no caller sees: uncaught exceptions of threads, and errors in the log. */
public final class HiddenFailures implements AutoCloseable {
    private final Queue<String> found = new ConcurrentLinkedQueue<>();
    private final Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final List<Logger> loggers = Stream.of("org.pathproof", "org.apache.sshd")
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();
    private final AppenderBase<ILoggingEvent> errors = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (refusesPacket(event)) {
                return;
            }
            found.add(event.getLoggerName() + ": " + event.getFormattedMessage() + ": " + event.getThrowableProxy());
        }
    };

    /** Returns true if SSHD refuses a count or a length in a packet, which it reports as an error. */
    private static boolean refusesPacket(ILoggingEvent event) {
        return event.getLoggerName().startsWith("org.apache.sshd.")
                && event.getThrowableProxy() == null
                && event.getMessage().contains("llogical ");
    }

    /** Returns true if a thread of SSHD ends because the pool of its client has stopped before. */
    private static boolean isStopping(Throwable thrown) {
        return thrown instanceof IllegalStateException && "Executor has been shut down".equals(thrown.getMessage());
    }

    /** Starts to collect. Until {@link #close}, the log has only errors. */
    public HiddenFailures() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (!isStopping(thrown)) {
                found.add(thread.getName() + ": " + thrown);
            }
        });
        errors.start();
        for (Logger logger : loggers) {
            logger.setLevel(Level.ERROR);
            logger.addAppender(errors);
        }
    }

    public void assertNone() {
        assertThat(found).as("uncaught exceptions, and errors in the log").isEmpty();
    }

    @Override
    public void close() {
        for (Logger logger : loggers) {
            logger.detachAppender(errors);
            logger.setLevel(null);
        }
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
