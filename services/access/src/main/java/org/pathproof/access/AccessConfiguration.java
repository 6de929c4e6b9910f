// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.net.InetAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.access.http.HttpConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Configures authentication and authorisation of HTTP. Requests carry bearer tokens. There are no sessions, cookies or
 * forms, so a request that another site forges (CSRF) has no credentials. Several services in one process share this
 * configuration.
 */
@Configuration(proxyBeanMethods = false)
@Import(HttpConfiguration.class)
@EnableConfigurationProperties(AccessSettings.class)
public class AccessConfiguration {
    @Bean
    AuditLog auditLog() {
        return new AuditLog();
    }

    /** @param tables endpoints of the services, besides Actuator's */
    @Bean
    AccessRules accessRules(AccessSettings settings, ServerProperties server, ObjectProvider<EndpointTable> tables) {
        Boolean read = settings.anonymousRead();
        InetAddress address = server.getAddress();
        boolean anonymousRead = read == null ? address != null && address.isLoopbackAddress() : read;
        Boolean metrics = settings.anonymousMetrics();
        return new AccessRules(
                EndpointTable.of(Stream.concat(tables.stream(), Stream.of(EndpointTable.ACTUATOR))),
                anonymousRead,
                metrics == null ? anonymousRead : metrics);
    }

    @Bean
    AccessProblems accessProblems(AuditLog audit) {
        return new AccessProblems(audit);
    }

    /** @param ofProcess tokens that a surrounding program adds to the tokens of the settings */
    @Bean
    StaticTokens accessTokens(AccessSettings settings, ObjectProvider<AccessSettings.Token> ofProcess) {
        List<AccessSettings.Token> tokens = new ArrayList<>(settings.tokens());
        ofProcess.forEach(tokens::add);
        return new StaticTokens(tokens, settings.tokenFile());
    }

    @Bean
    ClientValidity accessClientValidity(StaticTokens tokens) {
        return new ClientValidity(tokens, Clock.systemUTC());
    }

    @Bean
    TokenFileHealth accessTokensHealthIndicator(StaticTokens tokens) {
        return new TokenFileHealth(tokens);
    }

    @Bean
    HealthDetails accessHealthDetails(AccessRules rules) {
        return new HealthDetails(rules.anonymousRead());
    }

    @Bean
    AuthenticationManager accessAuthentication(AccessSettings settings, StaticTokens tokens) {
        List<AuthenticationProvider> providers = new ArrayList<>();
        providers.add(tokens);
        if (!settings.oidc().issuer().isBlank()) {
            providers.add(OidcTokens.provider(settings.oidc()));
        }
        return new ProviderManager(providers);
    }

    /**
     * Leaves the checks of methods, headers and parameters to Tomcat and to the controllers. Permits encoded slashes
     * and periods in paths.
     */
    @Bean
    HttpFirewall accessFirewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowUrlEncodedSlash(true);
        firewall.setAllowUrlEncodedPeriod(true);
        firewall.setAllowedHeaderNames(name -> true);
        firewall.setAllowedHeaderValues(value -> true);
        firewall.setAllowedParameterNames(name -> true);
        firewall.setAllowedParameterValues(value -> true);
        return firewall;
    }

    @Bean
    SecurityFilterChain accessSecurityChain(
            HttpSecurity http,
            AccessRules rules,
            AccessProblems problems,
            AuthenticationManager accessAuthentication,
            ObjectProvider<ClientFilter> filters) {
        http.csrf(AbstractHttpConfigurer::disable)
                .headers(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .oauth2ResourceServer(
                        resource -> resource.authenticationManagerResolver(request -> accessAuthentication)
                                .authenticationEntryPoint(problems)
                                .accessDeniedHandler(problems))
                .exceptionHandling(
                        refusals -> refusals.authenticationEntryPoint(problems).accessDeniedHandler(problems));
        filters.forEach(filter -> http.addFilterBefore(filter.filter(), AuthorizationFilter.class));
        return http.authorizeHttpRequests(requests -> requests.anyRequest().access(rules))
                .build();
    }
}
