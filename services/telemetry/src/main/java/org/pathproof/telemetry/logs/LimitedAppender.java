// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import static org.slf4j.MarkerFactory.getMarker;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/**
 * Passes the lines that a {@link RepeatLimit} permits on to the appenders of the root logger, and logs one summary per
 * kind and minute of the others. Unlike a filter of Logback's loggers, an appender costs nothing for disabled levels.
 */
public final class LimitedAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    static final String NAME = "pathproof-limit";
    private static final Duration SUMMARY_INTERVAL = Duration.ofMinutes(1);
    private static final String SUMMARY = "log-lines-suppressed";
    private static final org.slf4j.Logger log = LoggerFactory.getLogger(LimitedAppender.class);

    private final RepeatLimit limit;
    private final AppenderAttachableImpl<ILoggingEvent> appenders = new AppenderAttachableImpl<>();
    private final AtomicBoolean waiting = new AtomicBoolean();

    private LimitedAppender(RepeatLimit limit) {
        this.limit = limit;
    }

    /** Puts a limit before all appenders of the root logger, in place of an earlier limit. */
    static void install(LoggerContext context, RepeatLimit limit) {
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        LimitedAppender limited = new LimitedAppender(limit);
        limited.setName(NAME);
        limited.setContext(context);
        List<Appender<ILoggingEvent>> before = new ArrayList<>();
        root.iteratorForAppenders().forEachRemaining(before::add);
        before.stream()
                .filter(LimitedAppender.class::isInstance)
                .map(LimitedAppender.class::cast)
                .forEach(old -> old.appenders.iteratorForAppenders().forEachRemaining(limited.appenders::addAppender));
        before.stream().filter(a -> !(a instanceof LimitedAppender)).forEach(limited.appenders::addAppender);
        limited.start();
        root.addAppender(limited);
        before.forEach(root::detachAppender);
    }

    @Override
    protected void append(ILoggingEvent line) {
        if (SUMMARY.equals(EcsMembers.name(line)) || limit.permits(line)) {
            appenders.appendLoopOnAppenders(line);
        } else if (waiting.compareAndSet(false, true)) {
            Thread.ofVirtual().name("log-summary").start(this::summarizeLater);
        }
    }

    @Override
    public void stop() {
        super.stop();
        appenders.detachAndStopAllAppenders();
    }

    private void summarizeLater() {
        try {
            Thread.sleep(SUMMARY_INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waiting.set(false);
        summarize();
    }

    /** Logs the suppressed lines since the last summary. */
    void summarize() {
        for (RepeatLimit.Suppressed suppressed : limit.summaries()) {
            log.warn(
                    getMarker(SUMMARY),
                    "lines suppressed: event=\"{}\" lines={} key=\"{}\"",
                    suppressed.event(),
                    suppressed.lines(),
                    suppressed.key());
        }
    }
}
