// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A router and what its sessions add up to.
 *
 * @param sessions how many there are; {@code sessionsUp} of them UP or SYNCING
 * @param bgpsecNegotiated sessions that may carry BGPsec
 * @param bgpsecStripped sessions that should and do not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouterJson(
        @JsonProperty("router_hash") @Nullable String routerHash,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        int sessions,
        @JsonProperty("sessions_up") int sessionsUp,
        @JsonProperty("bgpsec_negotiated") int bgpsecNegotiated,
        @JsonProperty("bgpsec_stripped") int bgpsecStripped,
        long routes,
        Map<String, Long> states) {
    /** Of the sessions of one router, at least one. */
    static RouterJson of(List<SessionJson> sessions, Map<String, Long> states) {
        SessionJson first = sessions.getFirst();
        return new RouterJson(
                first.routerHash(),
                first.routerIp(),
                sessions.stream()
                        .map(SessionJson::routerName)
                        .filter(name -> name != null)
                        .findFirst()
                        .orElse(null),
                sessions.size(),
                count(sessions.stream().filter(SessionJson::isUp).count()),
                count(sessions.stream().filter(SessionJson::bgpsecNegotiated).count()),
                count(sessions.stream().filter(SessionJson::bgpsecStripped).count()),
                sessions.stream().mapToLong(SessionJson::routes).sum(),
                states);
    }

    private static int count(long number) {
        return Math.toIntExact(number);
    }
}
