// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Creates rules with the default quiet times, a backlog of 10 kB, at most 100 peers, and the values under test. */
final class TestRules {
    static final String COLLECTOR = "c1";

    private TestRules() {}

    static RouterRules with(Sources sources) {
        return with(sources, Set.of(), PeerMatcher.NONE, PeerMatcher.NONE);
    }

    static RouterRules withBeside(PeerMatcher beside) {
        return with(Sources.AUTO).withBesidePeers(beside);
    }

    static RouterRules with(Sources sources, Set<Long> members, PeerMatcher transparent, PeerMatcher loopAllowed) {
        return new RouterRules(
                COLLECTOR,
                sources,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                10_000,
                100,
                members,
                transparent,
                loopAllowed);
    }

    static PeerMatcher peers(String... rules) {
        return PeerMatcher.of(List.of(rules));
    }
}
