// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Starts all beans of the collector, without a web server. */
final class CollectorContext {
    private CollectorContext() {}

    /** Starts a collector; close the context to stop it. */
    static AnnotationConfigApplicationContext start(Map<String, Object> properties, MeterRegistry registry) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        context.registerBean(MeterRegistry.class, () -> registry);
        context.register(CollectorConfiguration.class);
        context.refresh();
        return context;
    }
}
