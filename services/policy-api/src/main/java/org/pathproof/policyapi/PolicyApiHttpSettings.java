// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of HTTP requests, so that no request can take the process down.
 *
 * @param allowedHosts names in the Host and Origin headers of requests that are answered, beside localhost and IP literals; *.example.net
 *     for every name below example.net, * for every name
 * @param maxBody largest body of a request; a larger one is answered with 413
 * @param bodyTime time in which a body has to arrive
 * @param answerTime time in which a client has to take an answer, event streams apart
 * @param maxRequests requests that are answered at a time, event streams apart
 * @param maxRequestsPerAddress requests from one address that are answered at a time
 */
@ConfigurationProperties("pathproof.policy-api.http")
public record PolicyApiHttpSettings(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("2MB") DataSize maxBody,
        @DefaultValue("30s") Duration bodyTime,
        @DefaultValue("10m") Duration answerTime,
        @DefaultValue("32") int maxRequests,
        @DefaultValue("16") int maxRequestsPerAddress) {}
