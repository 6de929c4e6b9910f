// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Tests that paths which a router rewrote in its own views get the validation of the signed bytes, in any order of
 * events.
 */
final class DerivedPathTest {
    private static final String NET = "198.51.100.0/24";
    private static final RouteKey PRE = route(NET, 0);
    private static final RouteKey POST = route(NET, 1);
    private static final RouteKey LOC_RIB = route(NET, 2);

    private final Bench bench = new Bench(true);
    private final Bytes path = bench.signer.path(Prefix.parse(NET), TARGET, 64501, 64502);

    @AfterEach
    void close() {
        bench.close();
    }

    private Announcement.Builder pre() {
        return announcement(path, 64501, 64502);
    }

    /** Returns the route as GoBGP shows it after policy, with AS_PATH beside BGPsec_PATH. */
    private Announcement.Builder rewritten() {
        return pre().setRewrittenView(true)
                .addFindings(Finding.newBuilder()
                        .setRule("as-path-and-bgpsec-path")
                        .setMessage("The UPDATE carries both AS_PATH and BGPsec_PATH."));
    }

    private Announcement.Builder post() {
        return rewritten()
                .setPrePolicySession(
                        ByteString.copyFrom(Events.session(0).bytes().toArray()));
    }

    private void publishKeys() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
    }

    private Verdict verdict(RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route));
    }

    private void assertDerived(RouteKey route, PathState state) {
        Verdict verdict = verdict(route);
        assertThat(verdict.getState()).isEqualTo(state);
        assertThat(verdict.getDerivedFrom().toByteArray()).isEqualTo(PRE.toBytes());
        assertThat(verdict.getFindingsList()).isEqualTo(verdict(PRE).getFindingsList());
        assertThat(verdict.getHopsList()).isEqualTo(verdict(PRE).getHopsList());
    }

    private void assertNotValidated(RouteKey route) {
        Verdict verdict = verdict(route);
        assertThat(verdict.getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict.getDerivedFrom().isEmpty()).isTrue();
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).containsExactly("path-rewritten");
    }

    @Test
    void derivesTheVerdictOfRewrittenViewsFromThePrePolicyView() {
        publishKeys();
        bench.announce(POST, post(), 1);
        bench.announce(LOC_RIB, rewritten(), 1);
        assertNotValidated(POST);
        assertNotValidated(LOC_RIB);

        bench.announce(PRE, pre(), 1);
        assertDerived(POST, PathState.VALID);
        assertDerived(LOC_RIB, PathState.VALID);
        assertThat(verdict(PRE).getDerivedFrom().isEmpty()).isTrue();
        assertThat(bench.computed).as("signatures verified").hasValue(2);

        bench.send(PRE, Events.withdrawn(1));
        assertNotValidated(POST);
        assertNotValidated(LOC_RIB);
    }

    @Test
    void derivedVerdictsHaveTheMarkOfTheirSource() {
        publishKeys();
        bench.announce(PRE, pre().setDualPath(true), 1);
        // After policy, the AS_PATH is prepended. The collector does not set beside for routes of the Loc-RIB.
        bench.announce(POST, post().setDualPath(true), 1);
        bench.announce(LOC_RIB, rewritten(), 1);
        assertDerived(POST, PathState.VALID);
        assertDerived(LOC_RIB, PathState.VALID);
        assertThat(verdict(POST).getDualPath()).isTrue();
        assertThat(verdict(LOC_RIB).getDualPath()).isTrue();

        bench.announce(PRE, pre(), 1);
        assertDerived(LOC_RIB, PathState.VALID);
        assertThat(verdict(LOC_RIB).getDualPath()).isFalse();
    }

    @Test
    void aPostPolicyPathBesideAnUnchangedAsPathIsValidatedByItsOwnBytes() {
        publishKeys();
        bench.announce(
                POST,
                pre().setDualPath(true)
                        .setRewrittenView(true)
                        .setPrePolicySession(
                                ByteString.copyFrom(Events.session(0).bytes().toArray())),
                1);
        assertThat(verdict(POST).getState()).isEqualTo(PathState.VALID);
        assertThat(verdict(POST).getDerivedFrom().isEmpty()).isTrue();
        assertThat(verdict(POST).getDualPath()).isTrue();
    }

    @Test
    void changesOfKeysChangeDerivedVerdicts() {
        publishKeys();
        bench.announce(PRE, pre(), 1);
        bench.announce(POST, post(), 1);
        bench.announce(LOC_RIB, rewritten(), 1);
        RpkiObject key = bench.signer.keys(64501).iterator().next();
        bench.rpki.withdraw(key);
        bench.settle();
        assertDerived(POST, PathState.NOT_VALID);
        assertDerived(LOC_RIB, PathState.NOT_VALID);
        bench.rpki.announce(key);
        bench.settle();
        assertDerived(POST, PathState.VALID);
        assertDerived(LOC_RIB, PathState.VALID);
        assertThat(bench.counted(ValidatorMetricNames.FINDINGS))
                .as("findings are counted once")
                .isLessThanOrEqualTo(1);
    }

    @Test
    void derivesTheVerdictOnceThereAreKeys() {
        bench.announce(LOC_RIB, rewritten(), 1);
        bench.announce(PRE, pre(), 1);
        assertThat(verdict(LOC_RIB).getState()).isEqualTo(PathState.UNVERIFIED);
        publishKeys();
        bench.settle();
        assertDerived(LOC_RIB, PathState.VALID);
    }

    @Test
    void derivesNothingFromAnotherPath() {
        publishKeys();
        bench.announce(POST, post(), 1);
        bench.announce(PRE, announcement(bench.signer.path(Prefix.parse(NET), TARGET, 64501), 64501), 1);
        assertNotValidated(POST);
        bench.announce(PRE, pre(), 1);
        assertDerived(POST, PathState.VALID);
        bench.announce(PRE, pre().clearBgpsecPath(), 1);
        assertNotValidated(POST);
    }

    @Test
    void validatesSignedBytesInARewrittenViewByThemselves() {
        publishKeys();
        bench.announce(POST, post().clearFindings(), 1);
        assertThat(verdict(POST).getState()).isEqualTo(PathState.VALID);
        assertThat(verdict(POST).getDerivedFrom().isEmpty()).isTrue();
        bench.announce(PRE, pre(), 1);
        assertThat(verdict(POST).getDerivedFrom().isEmpty()).isTrue();
    }

    @Test
    void derivesAnAdjRibOutPathThatIsNotYetSignedToThePeer() {
        publishKeys();
        Announcement.Builder out = pre().setRewrittenView(true)
                .setTargetAs(64999)
                .setFirstAs((int) TARGET)
                .clearLoopAs();
        bench.announce(LOC_RIB, out, 1);
        assertThat(verdict(LOC_RIB).getState()).isNotEqualTo(PathState.VALID);
        bench.announce(PRE, pre(), 1);
        assertDerived(LOC_RIB, PathState.VALID);
    }

    @Test
    void publishesNothingForARepeatedAnnouncement() {
        publishKeys();
        bench.announce(PRE, pre(), 1);
        bench.announce(POST, post(), 1);
        assertThat(bench.announce(POST, post(), 2)).isEmpty();
        assertThat(bench.announce(PRE, pre(), 2)).isEmpty();
        assertDerived(POST, PathState.VALID);
    }

    @Test
    void derivesMalformedFromThePrePolicyView() {
        publishKeys();
        bench.announce(PRE, rewritten().clearRewrittenView(), 1);
        bench.announce(POST, post(), 1);
        assertDerived(POST, PathState.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theOrderOfEventsDoesNotMatter(long seed) {
        publishKeys();
        List<Runnable> events = new ArrayList<>(List.of(
                () -> bench.announce(PRE, pre(), 1),
                () -> bench.announce(POST, post(), 1),
                () -> bench.announce(LOC_RIB, rewritten(), 1),
                () -> bench.announce(route(NET, 3), pre().clearBgpsecPath(), 1),
                () -> bench.announce(route("203.0.113.0/24", 1), post(), 1)));
        Collections.shuffle(events, new Random(seed));
        events.forEach(Runnable::run);
        assertDerived(POST, PathState.VALID);
        assertDerived(LOC_RIB, PathState.VALID);
        assertThat(verdict(route("203.0.113.0/24", 1)).getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict(route(NET, 3)).getState()).isEqualTo(PathState.UNSIGNED);
    }
}
