// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.routes.ContractTypes;

/**
 * A refused route that exports remember.
 *
 * @param id id of the route in this API
 * @param neighbor address of the neighbor
 * @param asPath AS_PATH of the refused route, nearest AS first
 * @param state state of the refused path
 * @param reasons rules of the findings; empty for a path that is refused by another state
 * @param now {@code refused} while the table has the refused route, {@code unsigned} while it has the route without its
 *     signatures, {@code absent} while it has no route
 * @param listed time of the first export with the route
 * @param ageSeconds seconds since {@code listed}
 * @param left time since which the table does not have the refused route; absent while it has the route
 * @param until time at which the route is forgotten if nothing else tells; absent without {@code left}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RefusalJson(
        String id,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        @Nullable String neighbor,
        String prefix,
        @JsonProperty("as_path") List<Long> asPath,
        String state,
        List<String> reasons,
        String now,
        String listed,
        @JsonProperty("age_seconds") long ageSeconds,
        @Nullable String left,
        @Nullable String until) {
    static RefusalJson of(RefusedRoute route, Session session, String present, Duration memory, Instant now) {
        Verdict verdict = route.verdict();
        return new RefusalJson(
                RouteIds.format(route.key()),
                JsonText.orNull(session.getRouterIp()),
                JsonText.orNull(session.getRouterName()),
                JsonText.orNull(session.getPeerIp()),
                route.key().prefix().toString(),
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList(),
                ContractTypes.toDomain(verdict.getState()).name(),
                verdict.getFindingsList().stream()
                        .map(Finding::getRule)
                        .distinct()
                        .toList(),
                present,
                route.listed().toString(),
                Math.max(0, Duration.between(route.listed(), now).toSeconds()),
                route.left().map(Instant::toString).orElse(null),
                route.left().map(time -> time.plus(memory).toString()).orElse(null));
    }
}
