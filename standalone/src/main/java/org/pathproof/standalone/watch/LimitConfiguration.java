// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.standalone.data.DataFolder;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Beans that watch the limits of this process: its heap and its file descriptors. */
@Configuration(proxyBeanMethods = false)
public class LimitConfiguration {
    private static final String HTTP_CONNECTIONS = "server.tomcat.max-connections";
    private static final int DEFAULT_HTTP_CONNECTIONS = 8_192;

    @Bean
    HeapGuard heapGuard(@Qualifier("heapHealth") HeapWatch heap, Intake intake, DataFolder data) {
        return new HeapGuard(heap::used, intake, data.root(), System::gc);
    }

    @Bean
    DescriptorWatch descriptors(CollectorSettings collector, RtrSettings rtr, Environment environment) {
        int http = environment.getProperty(HTTP_CONNECTIONS, Integer.class, DEFAULT_HTTP_CONNECTIONS);
        return new DescriptorWatch(
                DescriptorWatch.ofProcess(),
                (long) collector.maxRouters() + rtr.rtrMaxSessions() + http,
                "pathproof.collector.max-routers (" + collector.maxRouters()
                        + "), pathproof.policy-api.rtr-max-sessions (" + rtr.rtrMaxSessions() + ") or "
                        + HTTP_CONNECTIONS + " (" + http + ")");
    }
}
