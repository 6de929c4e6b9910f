// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.net.URI;
import java.util.List;
import org.pathproof.wire.Prefix;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of traces, the same for collector, validator and policy API.
 *
 * @param endpoint URL of a receiver of OTLP over HTTP, for example http://otel-collector:4318. The path /v1/traces is
 *     added where the URL has no path. Without a URL, routes are not traced.
 * @param sample Fraction of routes that are traced, as 1 in N. A hash of the route's key selects them, so all services
 *     select the same routes, and all events of a selected route are traced.
 * @param prefixes Prefixes whose routes, and more specific ones, are traced. All routes by default. The fraction
 *     applies to these routes only.
 * @param spansPerSecond Maximum number of spans per second and service. Further routes are not traced.
 */
@ConfigurationProperties("pathproof.tracing")
public record TracingSettings(
        @DefaultValue("") String endpoint,
        @DefaultValue("1000") int sample,
        @DefaultValue({}) List<String> prefixes,
        @DefaultValue("200") int spansPerSecond) {
    private static final String DEFAULT_PATH = "/v1/traces";
    /** Below it, the limit would refuse the spans of a single route. */
    private static final int MIN_SPANS_PER_SECOND = 10;

    private static final int MAX_SPANS_PER_SECOND = 100_000;

    /** Settings without an endpoint. */
    public static final TracingSettings OFF = new TracingSettings("", 1000, List.of(), 200);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the endpoint is no URL, a prefix is none, or a number is outside its range
     */
    public TracingSettings {
        prefixes = List.copyOf(prefixes);
        if (!endpoint.isEmpty()) {
            checkUrl(endpoint);
        }
        if (sample < 1) {
            throw new IllegalArgumentException("pathproof.tracing.sample is " + sample + ": the minimum is 1");
        }
        if (spansPerSecond < MIN_SPANS_PER_SECOND || spansPerSecond > MAX_SPANS_PER_SECOND) {
            throw new IllegalArgumentException("pathproof.tracing.spans-per-second is " + spansPerSecond
                    + ": the minimum is " + MIN_SPANS_PER_SECOND + ", the maximum is " + MAX_SPANS_PER_SECOND);
        }
        parsed(prefixes);
    }

    /** Returns true if routes are traced. */
    public boolean isOn() {
        return !endpoint.isEmpty();
    }

    /** Returns the URL to which spans are sent. */
    String url() {
        String path = URI.create(endpoint).getPath();
        if (path != null && !path.isEmpty() && !path.equals("/")) {
            return endpoint;
        }
        return (endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint) + DEFAULT_PATH;
    }

    /** Returns the prefixes whose routes are traced; empty for all. */
    List<Prefix> tracedPrefixes() {
        return parsed(prefixes);
    }

    private static List<Prefix> parsed(List<String> prefixes) {
        return prefixes.stream()
                .map(text -> {
                    try {
                        return Prefix.parse(text);
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException("pathproof.tracing.prefixes: " + e.getMessage(), e);
                    }
                })
                .toList();
    }

    private static void checkUrl(String endpoint) {
        URI url;
        try {
            url = URI.create(endpoint);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("pathproof.tracing.endpoint is no URL: " + e.getMessage(), e);
        }
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!http || url.getHost() == null || url.getQuery() != null || url.getFragment() != null) {
            throw new IllegalArgumentException("pathproof.tracing.endpoint is " + endpoint
                    + ": an http or https URL is needed, for example http://otel-collector:4318");
        }
    }
}
