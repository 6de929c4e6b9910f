// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.reflection.NeighborClients;
import org.pathproof.feeds.reflection.RouterSoftware;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * A GoBGP with a refused and an accepted path, and a second router of the AS. A path of a peer has the number of the
 * peer as BGP Identifier.
 */
class SeenClientsTest {
    private static final RouterSoftware GOBGP = RouterSoftware.of("3.10.0", "r1");
    private static final int FIRST = 10;
    private static final int SECOND = 20;
    private static final int REFLECTOR = 30;
    /** An upstream of the first router. */
    private static final int UPSTREAM = 2;

    private final NetworkOverrides network = new NetworkOverrides(TestPolicy.SPEAKERS);
    private final RouterOverrides first =
            network.add("r1", TestPolicy.overriding().policy());
    private final RouterOverrides second =
            network.add("r2", TestPolicy.overriding().policy());
    private final Set<String> announced = new TreeSet<>();

    @BeforeEach
    void putPaths() {
        first.setSoftware(GOBGP);
        first.setUsableNextHops(true);
        first.setIdentifiers(Set.of(FIRST));
        first.setNeighbors(Set.of(1, UPSTREAM));
        second.setIdentifiers(Set.of(SECOND));
        first.put(TestPath.of(1).state(PathState.NOT_VALID).path());
        first.put(TestPath.of(UPSTREAM).path());
    }

    private static TestPath internal(int sender, String prefix) {
        return TestPath.of(sender).internal().prefix(prefix);
    }

    private static OriginatorId originator(int identifier) {
        return new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("%08x".formatted(identifier)));
    }

    /** Decides, and returns the routers with an override. */
    private Set<String> decide() {
        network.advance(NOW)
                .forEach((router, changes) -> changes.forEach(change -> {
                    if (change.attributes().isPresent()) {
                        announced.add(router.name());
                    } else {
                        announced.remove(router.name());
                    }
                }));
        return Set.copyOf(announced);
    }

    private OverrideDecision decision() {
        return first.explain(TestPath.PREFIX, NOW).orElseThrow().decision();
    }

    private void assertRefused(NeighborClients clients) {
        assertThat(decide()).isEmpty();
        assertThat(first.clients()).isEqualTo(clients);
        assertThat(decision()).isEqualTo(None.of(Reason.BORDER_REFLECTION, "r1"));
    }

    @Test
    void aNeighborThatIsNoClientIsKnownBeforeTheFirstOverride() {
        TestPath copy = internal(FIRST, "10.0.0.0/8");
        second.put(copy.path());
        assertRefused(NeighborClients.NOT_ALL);
        second.remove(copy.path().prefix(), copy.path().key());
        second.put(copy.with(originator(UPSTREAM)).path());
        assertThat(decide()).as("the neighbor is a client now").containsExactly("r1");
    }

    /** A reflector gives paths without ORIGINATOR_ID that of their sender. */
    @Test
    void aReflectorThatIsNoClientIsKnownBeforeTheFirstOverride() {
        first.put(internal(REFLECTOR, "10.1.0.0/16").with(originator(SECOND)).path());
        assertRefused(NeighborClients.UNKNOWN);
        second.put(internal(REFLECTOR, "10.0.0.0/8").with(originator(FIRST)).path());
        assertRefused(NeighborClients.NOT_ALL);
    }

    @Test
    void overridesWaitUntilAReflectorIsKnownAsClient() {
        first.put(internal(REFLECTOR, "10.1.0.0/16").with(originator(SECOND)).path());
        assertRefused(NeighborClients.UNKNOWN);
        TestPath copy = internal(REFLECTOR, "10.0.0.0/8").with(originator(UPSTREAM));
        second.put(copy.path());
        network.advance(NOW);
        assertThat(first.clients()).isEqualTo(NeighborClients.ALL);
        second.remove(copy.path().prefix(), copy.path().key());
        assertThat(decide())
                .as("an override can replace the path that showed it")
                .containsExactly("r1");
        first.setPolicy(TestPolicy.overriding().localPreference(5_000).policy());
        assertRefused(NeighborClients.UNKNOWN);
    }

    /** FRR does not monitor a path after policy whose next hop was not resolved when the path came. */
    @Test
    void aMonitoredNeighborShowsTheFirstOverrideThatGoesWrong() {
        first.put(internal(SECOND, "10.1.0.0/16").path());
        assertThat(decide()).containsExactly("r1");
        assertThat(first.clients()).isEqualTo(NeighborClients.UNSEEN);
        second.put(internal(FIRST, "10.0.0.0/8").path());
        assertRefused(NeighborClients.NOT_ALL);
    }

    /** After a restart of Pathproof, overrides may be all that other routers have from this router. */
    @Test
    void aReflectedOverrideShowsAClientToo() {
        first.put(internal(SECOND, "10.1.0.0/16").path());
        int speaker = TestPolicy.SPEAKERS.identifiers().iterator().next();
        second.put(internal(FIRST, "10.0.0.0/8").with(originator(speaker)).path());
        assertThat(decide()).containsExactly("r1");
        assertThat(first.clients()).isEqualTo(NeighborClients.ALL);
    }

    @Test
    void aGoBgpWithoutPathsOfInternalNeighborsIsSafe() {
        assertThat(decide()).containsExactly("r1");
        assertThat(first.clients()).isEqualTo(NeighborClients.NO_PATHS);
    }

    @Test
    void pathsToAnotherAsOfTheConfederationShowNoClient() {
        second.put(TestPath.of(FIRST)
                .relation(PeerRelation.CONFEDERATION_MEMBER)
                .prefix("10.0.0.0/8")
                .path());
        assertThat(decide()).containsExactly("r1");
    }

    /** The name of the software is a hint, so another one has no effect but that of the seen paths. */
    @ParameterizedTest
    @EnumSource
    void otherSoftwareFollowsTheRfc(RouterSoftware.Kind kind) {
        first.put(internal(SECOND, "10.1.0.0/16").path());
        second.put(internal(FIRST, "10.0.0.0/8").path());
        first.setSoftware(new RouterSoftware(kind, ""));
        assertThat(decide()).isEqualTo(kind == RouterSoftware.Kind.GOBGP ? Set.of() : Set.of("r1"));
        first.setSoftware(GOBGP);
        assertRefused(NeighborClients.NOT_ALL);
        assertThat(first.blocked().keySet().stream().map(Object::toString).collect(Collectors.toSet()))
                .containsExactly(TestPath.PREFIX.toString());
    }
}
