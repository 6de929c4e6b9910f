// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import org.apache.catalina.connector.Connector;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Limits the HTTP connections of a service, and adds the connector of health. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpSettings.class)
public class HttpConfiguration {
    @Bean
    TrustedProxies httpTrustedProxies(HttpSettings settings) {
        return new TrustedProxies(settings.trustedProxies());
    }

    @Bean
    HealthConnector httpHealthConnector(HttpSettings settings, ServerProperties server, TrustedProxies proxies) {
        return new HealthConnector(settings, server, proxies);
    }

    @Bean
    FilterRegistrationBean<HealthPortFilter> httpHealthPort(HealthConnector health) {
        FilterRegistrationBean<HealthPortFilter> registration =
                new FilterRegistrationBean<>(new HealthPortFilter(health::port));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> httpConnections(
            HttpSettings settings, TrustedProxies proxies, HealthConnector health) {
        return factory -> {
            factory.setProtocol(LimitedHttpProtocol.class.getName());
            // Runs after Spring Boot's customizer, which sets the maximum number of connections.
            factory.addConnectorCustomizers(connector -> {
                if (connector.getProtocolHandler() instanceof LimitedHttpProtocol protocol) {
                    protocol.limit(settings, proxies);
                }
            });
            factory.addEngineValves(new ConnectionValve(proxies));
            Connector own = health.connector();
            if (own != null) {
                factory.addAdditionalConnectors(own);
            }
        };
    }
}
