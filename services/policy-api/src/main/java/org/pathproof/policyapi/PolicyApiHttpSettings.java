// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of HTTP requests. The limits protect the process from expensive requests.
 *
 * @param allowedHosts Accepted names in the Host and Origin headers, besides localhost and IP addresses in Host.
 *     *.example.net: every name below example.net. *: every name. Ports are ignored.
 * @param maxBody Maximum size of a request body. A larger one is refused with 413.
 * @param bodyTime Time limit for a complete request body.
 * @param answerTime Time limit for a client to read a response. Event streams are exempt.
 * @param maxRequests Maximum number of concurrent requests. Event streams are exempt.
 * @param maxRequestsPerAddress Maximum number of concurrent requests from one IPv4 address or IPv6 /64, and with one
 *     token. An address holds at most as many as are free of max-requests.
 * @param maxRatePerClient Maximum sustained number of requests per second from one address, and with one token. Bursts
 *     of ten times this number are accepted.
 */
@ConfigurationProperties("pathproof.policy-api.http")
public record PolicyApiHttpSettings(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("2MB") DataSize maxBody,
        @DefaultValue("30s") Duration bodyTime,
        @DefaultValue("10m") Duration answerTime,
        @DefaultValue("32") int maxRequests,
        @DefaultValue("16") int maxRequestsPerAddress,
        @DefaultValue("1000") int maxRatePerClient) {}
