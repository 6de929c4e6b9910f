// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.policy.Acceptance;
import org.pathproof.feeds.policy.Refusal;

final class RouteStatesTest {
    private static List<RouteStates> all() {
        List<RouteStates> all = new ArrayList<>();
        List<@Nullable OriginState> origins = new ArrayList<>(List.of(OriginState.values()));
        origins.add(null);
        for (PathState path : PathState.values()) {
            for (OriginState origin : origins) {
                for (AspaState aspa : AspaState.values()) {
                    all.add(new RouteStates(path, origin, aspa, false));
                }
            }
        }
        all.add(new RouteStates(PathState.NOT_VALID, OriginState.INVALID, AspaState.INVALID, true));
        return all;
    }

    /** Returns all policies, apart from those that refuse unsigned paths and accept malformed ones. */
    private static List<Acceptance> policies() {
        List<Acceptance> policies = new ArrayList<>();
        List<Refusal> all = List.of(Refusal.values());
        for (int bits = 0; bits < 1 << all.size(); bits++) {
            Set<Refusal> refused = EnumSet.noneOf(Refusal.class);
            for (int i = 0; i < all.size(); i++) {
                if ((bits & 1 << i) != 0) {
                    refused.add(all.get(i));
                }
            }
            if (refused.contains(Refusal.MALFORMED) || !refused.contains(Refusal.UNSIGNED)) {
                policies.add(new Acceptance(refused));
            }
        }
        return policies;
    }

    @Test
    void aPolicyRefusesOneAmongPathsIfItRefusesOneOfThem() {
        List<RouteStates> all = all();
        List<Acceptance> policies = policies();
        for (RouteStates first : all) {
            for (RouteStates second : all) {
                RouteStates either = RouteStates.ofOneAmong(List.of(first, second));
                for (Acceptance policy : policies) {
                    assertThat(policy.refusal(either).isPresent())
                            .as("%s or %s by %s", first, second, policy)
                            .isEqualTo(policy.refusal(first).isPresent()
                                    || policy.refusal(second).isPresent());
                }
            }
        }
    }

    @Test
    void oneAmongPathsIsValidOnlyIfEachIs() {
        RouteStates valid = new RouteStates(PathState.VALID, OriginState.VALID, AspaState.VALID, false);
        assertThat(RouteStates.ofOneAmong(List.of(valid, valid))).isEqualTo(valid);
        assertThat(RouteStates.ofOneAmong(List.of(valid, RouteStates.UNVERIFIED)))
                .isEqualTo(RouteStates.UNVERIFIED);
        assertThat(RouteStates.ofOneAmong(List.of(valid, RouteStates.of(PathState.VALID))))
                .isEqualTo(RouteStates.of(PathState.VALID));
    }
}
