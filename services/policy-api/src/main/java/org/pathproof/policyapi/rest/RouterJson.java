// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.ConnectedRouter;
import org.pathproof.policyapi.store.Totals;

/**
 * A router and what its sessions add up to.
 *
 * @param connected whether it holds a BMP connection now; absent where its messages come through Kafka, or no collector is heard of
 * @param sessions how many there are; {@code sessionsUp} of them UP or SYNCING. None while it has told of no peer
 * @param bgpsecNegotiated sessions that may carry BGPsec
 * @param bgpsecStripped sessions that should and do not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouterJson(
        @JsonProperty("router_hash") @Nullable String routerHash,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        @Nullable Boolean connected,
        int sessions,
        @JsonProperty("sessions_up") int sessionsUp,
        @JsonProperty("bgpsec_negotiated") int bgpsecNegotiated,
        @JsonProperty("bgpsec_stripped") int bgpsecStripped,
        long routes,
        Map<String, Long> states) {
    /** Of the sessions of one router, at least one. */
    static RouterJson of(List<SessionJson> sessions, Map<String, Long> states, @Nullable Boolean connected) {
        SessionJson first = sessions.getFirst();
        return new RouterJson(
                first.routerHash(),
                first.routerIp(),
                sessions.stream()
                        .map(SessionJson::routerName)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                connected,
                sessions.size(),
                count(sessions.stream().filter(SessionJson::isUp).count()),
                count(sessions.stream().filter(SessionJson::bgpsecNegotiated).count()),
                count(sessions.stream().filter(SessionJson::bgpsecStripped).count()),
                sessions.stream().mapToLong(SessionJson::routes).sum(),
                states);
    }

    /** Of a router that is connected and has told of no peer. */
    static RouterJson of(ConnectedRouter router) {
        return new RouterJson(
                router.hash().toHex(),
                JsonText.orNull(router.ip()),
                JsonText.orNull(router.name()),
                true,
                0,
                0,
                0,
                0,
                0,
                Counts.ofStates(Totals.none()));
    }

    private static int count(long number) {
        return Math.toIntExact(number);
    }
}
