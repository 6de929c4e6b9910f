// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/** Two routers, of which the first one has a refused path, and a path of the second one over iBGP. */
class OriginatorsTest {
    /** The second router has the number of its internal peer at the first router. */
    private static final int SECOND = 20;

    private static final int UPSTREAM = 30;

    private final NetworkOverrides network = new NetworkOverrides(TestPolicy.SPEAKERS);
    private final RouterOverrides first =
            network.add("r1", TestPolicy.overriding().policy());
    private final RouterOverrides second =
            network.add("r2", TestPolicy.overriding().policy());

    @BeforeEach
    void putPaths() {
        first.put(TestPath.of(1).state(PathState.NOT_VALID).path());
        first.put(TestPath.of(2).path());
        second.setIdentifiers(Set.of(identifier(SECOND)));
    }

    private static int identifier(int number) {
        return TestPath.of(number).path().peer().identifier();
    }

    private static TestPath internal(int originator) {
        return TestPath.of(SECOND)
                .internal()
                .with(new OriginatorId(
                        PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("%08x".formatted(identifier(originator)))));
    }

    private OverrideDecision decision() {
        network.advance(NOW);
        return first.explain(TestPath.PREFIX, NOW).orElseThrow().decision();
    }

    /** GoBGP 3.10 sends its reflection clients the BGP Identifier of an external neighbor. */
    @Test
    void knowsTheNeighborOfTheSenderAsOriginator() {
        second.setNeighbors(Set.of(identifier(UPSTREAM)));
        first.put(internal(UPSTREAM).path());
        assertThat(decision()).isInstanceOf(Announce.class);
        second.setNeighbors(Set.of());
        assertThat(decision())
                .isInstanceOfSatisfying(
                        OverrideDecision.None.class,
                        none -> assertThat(none.reason()).isEqualTo(Reason.BORDER_NOT_MONITORED));
    }

    /** The upstream may also be a neighbor of a router that is not monitored, behind a reflector. */
    @Test
    void doesNotKnowTheNeighborOfAnotherRouterThanTheSender() {
        first.setNeighbors(Set.of(identifier(UPSTREAM)));
        first.put(internal(UPSTREAM).path());
        assertThat(decision())
                .isInstanceOfSatisfying(
                        OverrideDecision.None.class,
                        none -> assertThat(none.reason()).isEqualTo(Reason.BORDER_NOT_MONITORED));
    }

    @Test
    void knowsTheSecondRouterAsOriginator() {
        first.put(internal(SECOND).path());
        assertThat(decision()).isInstanceOf(Announce.class);
    }
}
