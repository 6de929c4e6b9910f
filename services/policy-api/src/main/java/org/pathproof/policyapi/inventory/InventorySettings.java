// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the inventory of routers and peers.
 *
 * @param learn Which routers and peers become expected by themselves: routers-and-peers, routers, none.
 * @param learnAfter Time for which a router or peer must be up without a break before it is expected.
 * @param lostAfter Time without a session after which an expected router or peer is lost.
 * @param maxRouters Maximum number of learned routers. Further ones are not expected, and health says so.
 * @param maxPeers Maximum number of learned peers of all routers.
 * @param routers Expected routers and peers: the name of a router (edge1), or of a router and a peer (edge1 192.0.2.1).
 */
@ConfigurationProperties("pathproof.policy-api.inventory")
public record InventorySettings(
        @DefaultValue("routers-and-peers") Learning learn,
        @DefaultValue("1h") Duration learnAfter,
        @DefaultValue("5m") Duration lostAfter,
        @DefaultValue("1000") int maxRouters,
        @DefaultValue("20000") int maxPeers,
        @DefaultValue List<String> routers) {
    private static final String PREFIX = "pathproof.policy-api.inventory.";

    public InventorySettings {
        if (!lostAfter.isPositive()) {
            throw new IllegalArgumentException(PREFIX + "lost-after must be above 0, not " + lostAfter);
        }
        if (learnAfter.isNegative()) {
            throw new IllegalArgumentException(PREFIX + "learn-after must be 0 or more, not " + learnAfter);
        }
        if (maxRouters < 0 || maxPeers < 0) {
            throw new IllegalArgumentException(PREFIX + "max-routers and max-peers must be 0 or more");
        }
        routers = List.copyOf(routers);
    }

    /** The kinds of entries that are learned. */
    public enum Learning {
        ROUTERS_AND_PEERS,
        ROUTERS,
        NONE
    }

    /** Returns the declared routers and peers. A declared peer declares its router. */
    List<InventoryKey> declared() {
        return routers.stream()
                .map(InventorySettings::key)
                .flatMap(key -> key.isRouter() ? Stream.of(key) : Stream.of(key.ofRouter(), key))
                .distinct()
                .toList();
    }

    private static InventoryKey key(String text) {
        String[] words = text.strip().split("\\s+", 2);
        if (words[0].isEmpty()) {
            throw new IllegalArgumentException(PREFIX + "routers: '" + text + "' names no router");
        }
        return new InventoryKey(words[0], words.length > 1 ? words[1] : "");
    }
}
