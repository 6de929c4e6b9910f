// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;

/**
 * Settings of an {@link RtrServer}.
 *
 * @param bind address and port; port 0 selects a free port
 * @param limits limits for routers
 * @param content versions and objects for routers
 * @param clients exceptions for some routers; the first rule that covers an address applies
 * @param allowed addresses of the routers; empty for all
 * @param timing the intervals of End of Data
 * @param notifyInterval minimum time between two Serial Notifies to a router; RFC 8210 section 8.2 requires one minute
 * @param history number of changes kept for Serial Queries
 * @param servesExpired true to serve data without regard to their expiry
 * @param tls for RTR over TLS; null for plain TCP
 */
public record RtrServerSettings(
        InetSocketAddress bind,
        RtrLimits limits,
        RtrContent content,
        List<ClientRule> clients,
        List<Prefix> allowed,
        RtrTiming timing,
        Duration notifyInterval,
        int history,
        boolean servesExpired,
        @Nullable SSLContext tls) {
    /** Number of changes kept for Serial Queries by default. */
    public static final int DEFAULT_HISTORY = 1000;

    /** An exception for some routers. Such routers get only data that both the server and the rule allow. */
    public record ClientRule(Prefix routers, RtrContent content) {}

    public RtrServerSettings {
        clients = List.copyOf(clients);
        allowed = List.copyOf(allowed);
        if (timing.expire().compareTo(timing.refresh()) <= 0 || timing.expire().compareTo(timing.retry()) <= 0) {
            throw new IllegalArgumentException(
                    "the Expire Interval must be longer than Refresh and Retry Interval (RFC 8210 section 6): "
                            + timing);
        }
    }

    /** Returns default settings. */
    public static RtrServerSettings on(InetSocketAddress bind) {
        return new RtrServerSettings(
                bind,
                RtrLimits.DEFAULT,
                RtrContent.ALL,
                List.of(),
                List.of(),
                RtrTiming.DEFAULT,
                Duration.ofMinutes(1),
                DEFAULT_HISTORY,
                false,
                null);
    }

    public RtrServerSettings withNotifyInterval(Duration interval) {
        return new RtrServerSettings(
                bind, limits, content, clients, allowed, timing, interval, history, servesExpired, tls);
    }

    public RtrServerSettings withLimits(RtrLimits others) {
        return new RtrServerSettings(
                bind, others, content, clients, allowed, timing, notifyInterval, history, servesExpired, tls);
    }

    public RtrServerSettings withContent(RtrContent other) {
        return new RtrServerSettings(
                bind, limits, other, clients, allowed, timing, notifyInterval, history, servesExpired, tls);
    }

    public RtrServerSettings withClients(List<ClientRule> rules) {
        return new RtrServerSettings(
                bind, limits, content, rules, allowed, timing, notifyInterval, history, servesExpired, tls);
    }

    public RtrServerSettings withAllowed(List<Prefix> routers) {
        return new RtrServerSettings(
                bind, limits, content, clients, routers, timing, notifyInterval, history, servesExpired, tls);
    }

    public RtrServerSettings withTiming(RtrTiming intervals) {
        return new RtrServerSettings(
                bind, limits, content, clients, allowed, intervals, notifyInterval, history, servesExpired, tls);
    }

    public RtrServerSettings withServesExpired(boolean serves) {
        return new RtrServerSettings(
                bind, limits, content, clients, allowed, timing, notifyInterval, history, serves, tls);
    }

    public RtrServerSettings withTls(@Nullable SSLContext context) {
        return new RtrServerSettings(
                bind, limits, content, clients, allowed, timing, notifyInterval, history, servesExpired, context);
    }

    /** Returns what a router at {@code address} gets. */
    RtrContent contentFor(InetAddress address) {
        Prefix host = RtrAdmission.host(address);
        return clients.stream()
                .filter(rule -> rule.routers().covers(host))
                .findFirst()
                .map(rule -> content.and(rule.content()))
                .orElse(content);
    }
}
