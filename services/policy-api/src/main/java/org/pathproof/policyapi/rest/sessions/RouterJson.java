// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.store.Totals;

/**
 * A router with the sums over its sessions.
 *
 * @param routerInstance number of the router's BGP instance (RFC 7854 section 8.1); absent for the first
 * @param instanceName text of the instance's Initiation; absent for none
 * @param connected true if the router has a BMP connection; absent if its messages come through Kafka, or if no
 *     collector is known
 * @param sessions number of sessions; 0 before the router's first Peer Up
 * @param bgpsecNegotiated number of sessions with BGPsec negotiated
 * @param bgpsecStripped number of sessions with BGPsec negotiated and without BGPsec_PATH in the complete table
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouterJson(
        @JsonProperty("router_hash") @Nullable String routerHash,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        @JsonProperty("router_instance") @Nullable Integer routerInstance,
        @JsonProperty("instance_name") @Nullable String instanceName,
        @Nullable Boolean connected,
        int sessions,
        @JsonProperty("sessions_up") int sessionsUp,
        @JsonProperty("bgpsec_negotiated") int bgpsecNegotiated,
        @JsonProperty("bgpsec_stripped") int bgpsecStripped,
        long routes,
        Map<String, Long> states) {
    /** Converts the sessions of a router. The list has at least one session. */
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
                first.routerInstance(),
                first.instanceName(),
                connected,
                sessions.size(),
                count(sessions.stream().filter(SessionJson::isUp).count()),
                count(sessions.stream().filter(SessionJson::bgpsecNegotiated).count()),
                count(sessions.stream().filter(SessionJson::bgpsecStripped).count()),
                sessions.stream().mapToLong(SessionJson::routes).sum(),
                states);
    }

    /** Converts a connected router without peers. */
    static RouterJson of(ConnectedRouter router) {
        return new RouterJson(
                router.hash().toHex(),
                JsonText.orNull(router.ip()),
                JsonText.orNull(router.name()),
                null,
                null,
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
