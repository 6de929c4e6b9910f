// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import static org.slf4j.MarkerFactory.getMarker;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** A program that logs hostile lines, as a service would. */
@SpringBootConfiguration(proxyBeanMethods = false)
final class LogProgram {
    private static final Logger log = LoggerFactory.getLogger(LogProgram.class);

    private LogProgram() {}

    /** Starts Spring Boot, logs a hostile line {@code lines} times, and ends. */
    static void run(int lines, String... settings) {
        try (var context = new SpringApplicationBuilder(LogProgram.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties("spring.application.name=test", "spring.main.banner-mode=off")
                .properties(settings)
                .run()) {
            for (int i = 0; i < lines; i++) {
                log.warn(
                        getMarker("stream-unreadable"),
                        "unreadable stream: router={} offset={} reason=\"{}\"",
                        "192.0.2.1",
                        i,
                        "line\nbreak",
                        new IllegalStateException("hostile"));
            }
            limited().summarize();
            assert context.isActive();
        }
    }

    private static LimitedAppender limited() {
        var context = (ch.qos.logback.classic.LoggerContext) LoggerFactory.getILoggerFactory();
        return (LimitedAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(LimitedAppender.NAME);
    }
}
