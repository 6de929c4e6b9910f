// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;

/** Creates rules with the default quiet times, a backlog of 10 kB, at most 100 peers, and the values under test. */
final class TestRules {
    static final String COLLECTOR = "c1";

    private TestRules() {}

    static RouterRules with(Sources sources) {
        return with(sources, FeedRules.NONE);
    }

    static RouterRules withDualPath(PeerMatcher dualPath) {
        return rules(
                Sources.AUTO,
                Set.of(),
                new PeerRules(PeerMatcher.NONE, PeerMatcher.NONE, dualPath, PeerRoles.NONE),
                FeedRules.NONE);
    }

    static RouterRules withAsSets(PeerMatcher asSets) {
        return rules(
                Sources.AUTO,
                Set.of(),
                new PeerRules(PeerMatcher.NONE, PeerMatcher.NONE, PeerMatcher.NONE, asSets, PeerRoles.NONE),
                FeedRules.NONE);
    }

    static RouterRules withRoles(PeerRoles roles) {
        return rules(
                Sources.AUTO,
                Set.of(),
                new PeerRules(PeerMatcher.NONE, PeerMatcher.NONE, PeerMatcher.NONE, roles),
                FeedRules.NONE);
    }

    static RouterRules with(Sources sources, FeedRules feeds) {
        return rules(sources, Set.of(), PeerRules.NONE, feeds);
    }

    static RouterRules with(Sources sources, Set<Long> members, PeerMatcher transparent, PeerMatcher loopAllowed) {
        return rules(
                sources,
                members,
                new PeerRules(transparent, loopAllowed, PeerMatcher.NONE, PeerRoles.NONE),
                FeedRules.NONE);
    }

    private static RouterRules rules(Sources sources, Set<Long> members, PeerRules peers, FeedRules feeds) {
        return new RouterRules(
                COLLECTOR, sources, Duration.ofSeconds(10), Duration.ofSeconds(60), 10_000, 100, members, peers, feeds);
    }

    static PeerMatcher peers(String... rules) {
        return PeerMatcher.of(List.of(rules));
    }
}
