// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.slf4j.MarkerFactory;

/** Creates log lines. */
final class Lines {
    private static final LoggerContext CONTEXT = new LoggerContext();

    private Lines() {}

    static ILoggingEvent named(String event, String message, Object... arguments) {
        LoggingEvent line = line("a.Logger", Level.WARN, message, arguments);
        line.addMarker(MarkerFactory.getMarker(event));
        return line;
    }

    static LoggingEvent line(String logger, Level level, String message, Object... arguments) {
        return new LoggingEvent("", CONTEXT.getLogger(logger), level, message, null, arguments);
    }
}
