// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/** Installs the limit of repeated lines after Spring Boot has started the logging of a service. */
public final class LimitInstaller implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {
    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            LogSettings settings = LogEnvironment.settings(event.getEnvironment());
            LimitedAppender.install(context, new RepeatLimit(settings, System::nanoTime));
        }
    }

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }
}
