// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
import static org.pathproof.routerfeeds.bgp.FeedBench.session;
import static org.pathproof.routerfeeds.bgp.FeedBench.withAttributes;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.routerfeeds.bgp.FeedRequirement.Kind;
import org.pathproof.routerfeeds.bgp.FeedRequirement.State;
import org.pathproof.wire.Prefix;

/**
 * Tests a neighbor with ADD-PATH (RFC 7911) whose paths have Path Identifiers in one view only. FRR 8.4 and GoBGP 3.10
 * send the identifiers before policy. Their post-policy view then shows one path of a prefix: the latest.
 */
final class AddPathFeedsTest {
    private static final String PREFIX = "198.51.100.0/24";
    private static final int POST = 11;
    private static final int PRE = 12;
    private static final RouteKey AFTER = key(PREFIX, POST);
    private static final Integer[] SHORT = {65001, 64500};
    private static final Integer[] LONG = {65001, 64501, 64500};

    private final FeedBench bench = new FeedBench();

    @BeforeEach
    void connect() {
        bench.put(POST, session(POST, 1, ADJ_RIB_IN_POST));
        bench.put(PRE, session(PRE, 1, ADJ_RIB_IN_PRE));
    }

    private static RouteKey before(long pathId) {
        return key(PREFIX, PRE, pathId);
    }

    private void putBefore(long pathId, Verdict.Builder verdict) {
        bench.put(before(pathId), withAttributes(verdict));
    }

    private void putAfter(Integer... asPath) {
        bench.put(AFTER, withAttributes(unsigned(asPath)));
    }

    private OverrideDecision decision() {
        bench.decide();
        return bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow().decision();
    }

    /** Asserts that the override has the path after policy, whichever path was tampered with. */
    private void assertAnnounces(OverrideDecision decision, Integer... asPath) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Announce.class,
                        announce -> assertThat(announce.path().attributes().asPathLength())
                                .isEqualTo(asPath.length));
    }

    @Test
    void theOnlyPathHasItsStateWhateverItsIdentifier() {
        putBefore(1, notValid(1, SHORT));
        putAfter(SHORT);
        assertThat(decision()).isInstanceOf(NoAcceptedPath.class);
        putBefore(1, valid(SHORT));
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    /** FRR begins AS_PATH with its own AS. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRefusedPathThatTheRouterDoesNotShowIsOverridden(boolean withOwnAs) {
        putBefore(1, valid(SHORT));
        putBefore(2, valid(LONG));
        if (withOwnAs) {
            putAfter(64999, 65001, 64501, 64500);
        } else {
            putAfter(LONG);
        }
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
        putBefore(1, notValid(1, SHORT));
        assertAnnounces(decision(), LONG);
        bench.withdraw(before(1));
        assertThat(bench.decide()).extracting(OverrideChange::attributes).allMatch(attributes -> attributes.isEmpty());
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    /** It is not known if the import policy accepts the valid path, so no override can have it. */
    @Test
    void aValidPathThatTheRouterDoesNotShowIsNotAnnounced() {
        putBefore(1, notValid(1, SHORT));
        putBefore(2, valid(LONG));
        putAfter(SHORT);
        assertThat(decision()).isEqualTo(new None(Reason.PATH_HIDDEN, List.of("r1")));
        assertThat(new FeedsHealth(bench.feeds).health().orElseThrow().message())
                .contains("path-hidden at r1");
        assertThat(bench.feeds.check("r1"))
                .filteredOn(found -> found.kind() == Kind.PATHS)
                .allSatisfy(found -> {
                    assertThat(found.state()).isEqualTo(State.NOT_MET);
                    assertThat(found.words()).contains("trust-pre-policy");
                });
        bench.policy = FeedBench.state(FeedBench.POLICY + "    trust-pre-policy: true\n", false);
        assertAnnounces(decision(), LONG);
    }

    /** FRR withdraws the prefix from its post-policy view when one of its paths is withdrawn. */
    @Test
    void thePathsThatAreLeftCountAfterAWithdrawal() {
        putBefore(1, notValid(1, SHORT));
        putBefore(2, valid(LONG));
        putAfter(LONG);
        assertAnnounces(decision(), LONG);
        bench.withdraw(before(2));
        bench.withdraw(AFTER);
        assertThat(decision()).as("the router may use the path").isInstanceOf(NoAcceptedPath.class);
        putBefore(2, valid(LONG));
        assertThat(decision()).isEqualTo(new None(Reason.PATH_HIDDEN, List.of("r1")));
        bench.withdraw(before(1));
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    @Test
    void aPathThatMayBeEitherOfTwoIsRefusedWithOneOfThem() {
        putBefore(1, valid(SHORT));
        putBefore(2, notValid(1, SHORT));
        putAfter(SHORT);
        assertThat(decision()).isInstanceOf(NoAcceptedPath.class);
        putBefore(2, valid(SHORT));
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    @Test
    void otherAttributesTellEqualPathsApart() {
        ByteString other = ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 77});
        putBefore(1, valid(SHORT));
        putBefore(2, notValid(1, SHORT).setNextHop(other));
        putAfter(SHORT);
        assertAnnounces(decision(), SHORT);
        bench.put(AFTER, withAttributes(unsigned(SHORT).setNextHop(other)));
        assertThat(decision()).isEqualTo(new None(Reason.PATH_HIDDEN, List.of("r1")));
    }

    /** An import policy that replaces AS_PATH leaves open which path it is. */
    @Test
    void aPathOfUnknownOriginIsNotAcceptedBesideARefusedOne() {
        putBefore(1, notValid(1, SHORT));
        putBefore(2, valid(LONG));
        putAfter(65001, 64777);
        assertThat(decision()).isInstanceOf(None.class).isNotEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    /** A post-policy view with identifiers shows all paths that the import policy accepts. */
    @Test
    void aPathThatTheImportPolicyRefusesIsNoThreat() {
        putBefore(1, notValid(1, SHORT));
        putBefore(2, valid(LONG));
        bench.put(key(PREFIX, POST, 2), withAttributes(unsigned(LONG)));
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
        bench.put(key(PREFIX, POST, 1), withAttributes(unsigned(SHORT)));
        assertAnnounces(decision(), LONG);
    }

    /** Identifiers after policy only, which need not be those of the neighbor. */
    @Test
    void theViewBeforePolicyMayLackIdentifiers() {
        putBefore(0, notValid(1, SHORT));
        bench.put(key(PREFIX, POST, 9), withAttributes(unsigned(SHORT)));
        assertThat(decision()).isInstanceOf(NoAcceptedPath.class);
    }

    /** By default, the collector publishes the attributes of the post-policy view only. */
    @Test
    void pathsWithoutPublishedAttributesCount() {
        putBefore(1, valid(LONG));
        bench.put(before(2), notValid(1, SHORT));
        putAfter(LONG);
        assertAnnounces(decision(), LONG);
        putBefore(1, notValid(1, LONG));
        bench.put(before(2), valid(SHORT));
        bench.policy = FeedBench.state(FeedBench.POLICY + "    trust-pre-policy: true\n", false);
        assertThat(decision()).as("not announceable").isEqualTo(new None(Reason.PATH_HIDDEN, List.of("r1")));
    }

    /** The neighbor sets the number of its paths. */
    @Test
    void oneRefusedPathAmongVeryManyIsFound() {
        int paths = 3 * CandidateReader.MAX_PATHS;
        for (int id = 1; id <= paths; id++) {
            putBefore(id, valid(65001, 60000 + id, 64500));
        }
        putAfter(65001, 60001, 64500);
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
        putBefore(paths, notValid(1, 65001, 60000 + paths, 64500));
        assertThat(decision()).isNotInstanceOf(Announce.class).isNotEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
        bench.withdraw(before(paths));
        assertThat(decision()).isEqualTo(new None(Reason.ALL_ACCEPTED, List.of()));
    }

    @Test
    void allPathsAreReadAgainAfterARestart() {
        putBefore(1, notValid(1, SHORT));
        putBefore(2, valid(LONG));
        putAfter(LONG);
        bench.decide();
        bench.feeds.onRestart();
        bench.decide();
        bench.feeds.onComplete(FeedBench.START);
        assertAnnounces(decision(), LONG);
    }
}
