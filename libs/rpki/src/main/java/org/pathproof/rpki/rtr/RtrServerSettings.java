// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Settings of an {@link RtrServer}.
 *
 * @param bind address and port; port 0 selects a free port
 * @param limits limits for routers
 * @param maxVersion the highest protocol version, 0 to 2
 * @param routerKeys true to send router keys
 * @param clients exceptions for some routers; the first rule that covers an address applies
 * @param timing the intervals of End of Data
 * @param notifyInterval minimum time between two Serial Notifies to a router; RFC 8210 section 8.2 requires one minute
 * @param history number of changes kept for Serial Queries
 * @param tls for RTR over TLS; null for plain TCP
 */
public record RtrServerSettings(
        InetSocketAddress bind,
        RtrLimits limits,
        int maxVersion,
        boolean routerKeys,
        List<ClientRule> clients,
        RtrTiming timing,
        Duration notifyInterval,
        int history,
        @Nullable SSLContext tls) {
    /** An exception for some routers, because some implementations reset the session on unknown versions or PDUs. */
    public record ClientRule(Prefix routers, int maxVersion, boolean routerKeys) {}

    public RtrServerSettings {
        clients = List.copyOf(clients);
        if (maxVersion < 0 || maxVersion > 2) {
            throw new IllegalArgumentException("RTR versions are 0 to 2, not " + maxVersion);
        }
        if (timing.expire().compareTo(timing.refresh()) <= 0 || timing.expire().compareTo(timing.retry()) <= 0) {
            throw new IllegalArgumentException(
                    "the Expire Interval must be longer than Refresh and Retry Interval (RFC 8210 section 6): "
                            + timing);
        }
    }

    /** Returns default settings. */
    public static RtrServerSettings on(InetSocketAddress bind) {
        return new RtrServerSettings(
                bind, RtrLimits.DEFAULT, 2, true, List.of(), RtrTiming.DEFAULT, Duration.ofMinutes(1), 1000, null);
    }

    public RtrServerSettings withNotifyInterval(Duration interval) {
        return new RtrServerSettings(bind, limits, maxVersion, routerKeys, clients, timing, interval, history, tls);
    }

    public RtrServerSettings withLimits(RtrLimits others) {
        return new RtrServerSettings(
                bind, others, maxVersion, routerKeys, clients, timing, notifyInterval, history, tls);
    }

    public RtrServerSettings withClients(List<ClientRule> rules) {
        return new RtrServerSettings(bind, limits, maxVersion, routerKeys, rules, timing, notifyInterval, history, tls);
    }

    public RtrServerSettings withTls(@Nullable SSLContext context) {
        return new RtrServerSettings(
                bind, limits, maxVersion, routerKeys, clients, timing, notifyInterval, history, context);
    }

    /** Returns the rule for a router at {@code address}. */
    ClientRule ruleFor(InetAddress address) {
        byte[] bytes = address.getAddress();
        Prefix host = Prefix.of(bytes.length == 4 ? 1 : 2, Bytes.wrap(bytes), 8 * bytes.length);
        return clients.stream()
                .filter(rule -> rule.routers().covers(host))
                .findFirst()
                .map(rule -> new ClientRule(
                        rule.routers(), Math.min(maxVersion, rule.maxVersion()), routerKeys && rule.routerKeys()))
                .orElse(new ClientRule(host, maxVersion, routerKeys));
    }
}
