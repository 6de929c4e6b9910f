// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.pathproof.wire.Prefix;

/**
 * A small network for tests, the lab and measurements: a chain of ASes in which each AS is a neighbor of the previous
 * one. The first AS is the origin of all routes. Two further ASes at its end serve attacks: a thief, which is a
 * neighbor of all ASes that can be victims, and an AS without neighbors in the chain. Not thread-safe.
 */
public final class SpeakerChain {
    private static final long FIRST_AS = 65_001;
    /** An attack needs two hops, the attacker and the victim. */
    private static final int MIN_SPEAKERS = 4;

    private final ConfiguredScheme scheme;
    private final List<Prefix> prefixes;
    private final List<Speaker> chain = new ArrayList<>();
    private final Speaker thief;
    private final Speaker outsider;

    /**
     * Issues keys to all speakers.
     *
     * @param speakers length of the chain, at least 4
     * @param prefixes prefixes of the origin, at least two
     * @param notAfter end of the validity of all certificates
     */
    public SpeakerChain(ConfiguredScheme scheme, int speakers, List<Prefix> prefixes, Instant notAfter) {
        if (speakers < MIN_SPEAKERS || prefixes.size() < 2) {
            throw new IllegalArgumentException("chain of " + speakers + " speakers with " + prefixes.size()
                    + " prefixes: needs " + MIN_SPEAKERS + " speakers and 2 prefixes");
        }
        this.scheme = scheme;
        this.prefixes = List.copyOf(prefixes);
        for (int i = 0; i < speakers; i++) {
            chain.add(scheme.issue(new SpeakerIdentity(
                    FIRST_AS + i, neighbors(i, speakers), i == 0 ? prefixes : List.of(), notAfter)));
        }
        long thiefAs = FIRST_AS + speakers;
        List<Long> all = LongStream.range(FIRST_AS, thiefAs).boxed().toList();
        thief = scheme.issue(new SpeakerIdentity(thiefAs, all, List.of(), notAfter));
        outsider = scheme.issue(new SpeakerIdentity(thiefAs + 1, List.of(), List.of(), notAfter));
    }

    private static List<Long> neighbors(int index, int speakers) {
        List<Long> asns = new ArrayList<>();
        if (index > 0) {
            asns.add(FIRST_AS + index - 1);
        }
        if (index + 1 < speakers) {
            asns.add(FIRST_AS + index + 1);
        }
        return asns;
    }

    /** Returns the speakers, origin first. */
    public List<Speaker> speakers() {
        return List.copyOf(chain);
    }

    /** Returns the published keys of all speakers, as they are now. */
    public KeyDirectory keys() {
        List<Speaker> all = new ArrayList<>(chain);
        all.add(thief);
        all.add(outsider);
        return KeyDirectory.ofSpeakers(all);
    }

    /**
     * Announces a prefix and propagates it along the chain.
     *
     * @param hops length of the path, 1 to the length of the chain - 1
     * @return the route as the speaker after the last hop receives it
     */
    public SecuredRoute route(Prefix prefix, int hops, Instant expires) {
        SecuredRoute route = chain.getFirst()
                .originate(prefix, expires, List.of(FIRST_AS + 1))
                .getFirst();
        for (int i = 1; i < hops; i++) {
            route = chain.get(i).propagate(route, List.of(FIRST_AS + i + 1)).getFirst();
        }
        return route;
    }

    /**
     * Prepares an attack on a route with this many hops.
     *
     * @param prefix one of the prefixes of the origin
     * @param hops 2 to the length of the chain - 2
     * @param expires end of the validity of the route, before the end of the validity of the certificates
     */
    public PathAttack.Scene scene(Prefix prefix, int hops, Instant now, Instant expires) {
        SecuredRoute received = route(prefix, hops, expires);
        Prefix other = prefixes.stream()
                .filter(candidate -> !candidate.equals(prefix))
                .findFirst()
                .orElseThrow();
        return new PathAttack.Scene(
                scheme,
                keys(),
                chain.get(hops),
                thief,
                received,
                FIRST_AS + hops + 1,
                outsider.identity().asn(),
                other,
                now,
                expires);
    }
}
