// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.concurrent.Executors;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.web.AddressRate;
import org.pathproof.policyapi.web.BodyReader;
import org.pathproof.policyapi.web.ErrorPage;
import org.pathproof.policyapi.web.HostFilter;
import org.pathproof.policyapi.web.ProblemReportValve;
import org.pathproof.policyapi.web.RequestGate;
import org.pathproof.policyapi.web.RequestLimits;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/** Configures Tomcat and the filters of every request. The filters below are in order of execution. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PolicyApiHttpSettings.class)
class PolicyApiWebServer {
    private static final int FIRST = Ordered.HIGHEST_PRECEDENCE + 1;
    /** Position after the filters of access, which refuse clients without the role for their request. */
    private static final int AFTER_ACCESS = SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1;

    @Bean
    FilterRegistrationBean<SecurityHeaders> policyApiSecurityHeaders() {
        return filter(new SecurityHeaders(), FIRST);
    }

    @Bean
    FilterRegistrationBean<HostFilter> policyApiHostFilter(PolicyApiHttpSettings settings, AuditLog audit) {
        return filter(new HostFilter(settings.allowedHosts(), audit), FIRST + 1);
    }

    @Bean
    FilterRegistrationBean<AddressRate> policyApiAddressRate(PolicyApiHttpSettings settings, AuditLog audit) {
        return filter(new AddressRate(settings.maxRatePerClient(), audit), FIRST + 2);
    }

    @Bean
    FilterRegistrationBean<RequestLimits> policyApiRequestLimits(PolicyApiHttpSettings settings, AuditLog audit) {
        return filter(
                new RequestLimits(settings.maxBody().toBytes(), settings.bodyTime(), settings.answerTime(), audit),
                FIRST + 3);
    }

    @Bean
    FilterRegistrationBean<BodyReader> policyApiBodyReader(PolicyApiHttpSettings settings) {
        return filter(new BodyReader(settings.maxBody().toBytes()), AFTER_ACCESS);
    }

    @Bean
    FilterRegistrationBean<RequestGate> policyApiRequestGate(PolicyApiHttpSettings settings, AuditLog audit) {
        return filter(
                new RequestGate(settings.maxRequests(), settings.maxRequestsPerAddress(), audit), AFTER_ACCESS + 1);
    }

    private static <F extends OncePerRequestFilter> FilterRegistrationBean<F> filter(F filter, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        return registration;
    }

    @Bean
    ErrorPage policyApiErrorPage() {
        return new ErrorPage();
    }

    /**
     * Runs each request on a virtual thread, because an event stream occupies its thread until the stream ends. Accepts
     * an encoded slash in the URL of a prefix. Writes Tomcat's own errors as problem details.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> policyApiTomcat() {
        return factory -> {
            factory.addProtocolHandlerCustomizers(
                    handler -> handler.setExecutor(Executors.newVirtualThreadPerTaskExecutor()));
            factory.addConnectorCustomizers(
                    connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.DECODE.getValue()));
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemReportValve.class.getName());
                }
            });
        };
    }
}
