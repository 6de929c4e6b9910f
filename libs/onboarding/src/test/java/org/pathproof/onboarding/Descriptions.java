// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.bmp.RibView;

/** Descriptions for tests. */
public final class Descriptions {
    /** A description with every member. */
    public static final RouterDescription FULL = new RouterDescription(
            "r1.example.net",
            64500,
            Set.of(64501L, 64502L),
            selectors("192.0.2.1", "AS64496"),
            selectors("AS64511"),
            selectors("2001:db8::/32"),
            Map.of(
                    NeighborRole.CUSTOMER,
                    selectors("AS64499"),
                    NeighborRole.ROUTE_SERVER_CLIENT,
                    selectors("198.51.100.0/24")),
            Set.of(RibView.ADJ_RIB_IN_PRE, RibView.LOC_RIB),
            selectors("192.0.2.0/24", "AS64499"),
            OptionalInt.of(100));

    private Descriptions() {}

    static List<PeerSelector> selectors(String... texts) {
        return List.of(texts).stream().map(PeerSelector::parse).toList();
    }
}
