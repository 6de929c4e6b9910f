// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.policyapi.access.AccessProblems;
import org.pathproof.policyapi.access.AccessRules;
import org.pathproof.policyapi.access.AccessSettings;
import org.pathproof.policyapi.access.OidcTokens;
import org.pathproof.policyapi.access.StaticTokens;
import org.pathproof.policyapi.web.AuditLog;
import org.pathproof.policyapi.web.TokenLimits;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
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
 * forms, so a request that another site forges (CSRF) has no credentials.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccessSettings.class)
class PolicyApiSecurity {
    @Bean
    AuditLog policyApiAuditLog() {
        return new AuditLog(System::nanoTime);
    }

    @Bean
    AccessRules policyApiAccessRules(AccessSettings settings, ServerProperties server) {
        Boolean read = settings.anonymousRead();
        InetAddress address = server.getAddress();
        boolean anonymousRead = read == null ? address != null && address.isLoopbackAddress() : read;
        Boolean metrics = settings.anonymousMetrics();
        return new AccessRules(anonymousRead, metrics == null ? anonymousRead : metrics);
    }

    @Bean
    AccessProblems policyApiAccessProblems(AuditLog audit) {
        return new AccessProblems(audit);
    }

    /** @param ofProcess tokens that a surrounding program adds to the tokens of the settings */
    @Bean
    AuthenticationManager policyApiAuthentication(
            AccessSettings settings, ObjectProvider<AccessSettings.Token> ofProcess) {
        List<AuthenticationProvider> providers = new ArrayList<>();
        List<AccessSettings.Token> tokens = new ArrayList<>(settings.tokens());
        ofProcess.forEach(tokens::add);
        providers.add(new StaticTokens(tokens));
        if (!settings.oidc().issuer().isBlank()) {
            providers.add(OidcTokens.provider(settings.oidc()));
        }
        return new ProviderManager(providers);
    }

    /** Leaves the checks of methods, headers and parameters to Tomcat and to the controllers. */
    @Bean
    HttpFirewall policyApiFirewall() {
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
    SecurityFilterChain policyApiSecurityChain(
            HttpSecurity http,
            AccessRules rules,
            AccessProblems problems,
            AuthenticationManager policyApiAuthentication,
            PolicyApiHttpSettings settings,
            AuditLog audit) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .headers(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .oauth2ResourceServer(
                        resource -> resource.authenticationManagerResolver(request -> policyApiAuthentication)
                                .authenticationEntryPoint(problems)
                                .accessDeniedHandler(problems))
                .exceptionHandling(
                        refusals -> refusals.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .addFilterBefore(
                        new TokenLimits(settings.maxRequestsPerAddress(), settings.maxRatePerClient(), audit),
                        AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest().access(rules))
                .build();
    }
}
