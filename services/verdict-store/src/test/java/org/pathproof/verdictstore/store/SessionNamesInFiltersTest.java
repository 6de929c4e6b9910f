// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Session;

/** Tests filters by BGP instance, VRF and link-local neighbor. */
class SessionNamesInFiltersTest {
    private static final Session FIRST = Session.newBuilder()
            .setRouterName("r1")
            .setRouterIp("192.0.2.1")
            .setPeerIp("fe80::1")
            .setPeerAs(64496)
            .build();
    private static final Session TWIN = FIRST.toBuilder()
            .setPeerAs(64498)
            .setPeerName("fe80::1@AS64498-10.0.0.2")
            .build();
    private static final Session IN_VRF = FIRST.toBuilder()
            .setRouterInstance(2)
            .setInstanceName("vrf red")
            .setVrf("red")
            .setPeerIp("192.0.2.9")
            .setPeerName("192.0.2.9@red")
            .build();

    @Test
    void routersMatchWithAllTheirInstancesOrWithOne() {
        assertThat(routers("r1")).containsExactly(FIRST, TWIN, IN_VRF);
        assertThat(routers("r1#1")).containsExactly(FIRST, TWIN);
        assertThat(routers("r1#2")).containsExactly(IN_VRF);
        assertThat(routers("r1#vrf red")).containsExactly(IN_VRF);
    }

    /** A feed belongs to one instance: the first one, unless another one is named. */
    @Test
    void feedsBelongToOneInstance() {
        SessionSelector router = SessionSelector.parse("r1");
        assertThat(all().filter(router::isInstanceOf)).containsExactly(FIRST, TWIN);
        SessionSelector second = SessionSelector.parse("r1#2");
        assertThat(all().filter(second::isInstanceOf)).containsExactly(IN_VRF);
    }

    @Test
    void peersMatchByAddressNameAndVrf() {
        assertThat(peers("fe80::1")).containsExactly(FIRST, TWIN);
        assertThat(peers("fe80::1@AS64498-10.0.0.2")).containsExactly(TWIN);
        assertThat(peers("@red")).containsExactly(IN_VRF);
        assertThat(peers("192.0.2.9@red")).containsExactly(IN_VRF);
        assertThat(peers("@blue")).isEmpty();
    }

    private static Stream<Session> all() {
        return Stream.of(FIRST, TWIN, IN_VRF);
    }

    private static List<Session> routers(String text) {
        SessionSelector selector = SessionSelector.parse(text);
        return all().filter(selector::isRouterOf).toList();
    }

    private static List<Session> peers(String text) {
        SessionSelector selector = SessionSelector.parse(text);
        return all().filter(selector::isPeerOf).toList();
    }
}
