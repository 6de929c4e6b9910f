// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pathproof.access.AuditLog;
import org.slf4j.LoggerFactory;

/** Collects the lines of the audit log from its creation until it is closed. Thread-safe. */
public final class AuditLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(AuditLog.LOGGER);
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    public AuditLines() {
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
