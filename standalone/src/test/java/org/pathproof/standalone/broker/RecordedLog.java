// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Records the messages of one logger at INFO and above until it is closed. */
final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Logger logger;

    @SuppressWarnings("this-escape")
    RecordedLog(Class<?> of) {
        logger = (Logger) LoggerFactory.getLogger(of);
        logger.setLevel(Level.INFO);
        logger.addAppender(this);
        start();
    }

    List<String> messages() {
        return List.copyOf(messages);
    }

    @Override
    protected void append(ILoggingEvent event) {
        messages.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
