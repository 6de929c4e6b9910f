// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.Verification;
import org.pathproof.wire.Prefix;

/** Keys and routes of one scheme with one parameter set. Not thread-safe. */
final class Workload {
    /** Of ten paths, seven have 4 hops and three have 3: 3.7 on average, as in the keychain paper. */
    private static final int[] LENGTHS = {4, 4, 3, 4, 4, 3, 4, 4, 3, 4};

    /** Number of prefixes in a measurement. */
    private static final int PREFIXES = 40;
    /** Number of peers from which a large network has the same route. */
    private static final int PEERS = 35;

    private static final int SPEAKERS = 6;
    private static final int FIRST_ADDRESS = 10 << 24;

    private final PathSecurityScheme scheme;
    private final ConfiguredScheme configured;
    private final SpeakerChain chain;
    private final PathVerifier verifier;
    private final Instant now = Instant.now();
    private final Instant expires = now.plus(Duration.ofDays(1));
    private final List<Prefix> prefixes = new ArrayList<>();
    private final List<SecuredRoute> fourHops = new ArrayList<>();
    private final List<SecuredRoute> mixed = new ArrayList<>();

    Workload(PathSecurityScheme scheme, ParameterSet parameters) {
        this(scheme, parameters, PREFIXES);
    }

    /**
     * Creates keys and routes.
     *
     * @param count number of prefixes, at least two; routes are created for each of them
     */
    Workload(PathSecurityScheme scheme, ParameterSet parameters, int count) {
        this.scheme = scheme;
        configured = scheme.configure(parameters, new SecureRandom());
        for (int i = 0; i < count; i++) {
            prefixes.add(Prefix.ipv4(FIRST_ADDRESS | i << 8, 24));
        }
        chain = new SpeakerChain(configured, SPEAKERS, prefixes, now.plus(Duration.ofDays(365)));
        for (int i = 0; i < count; i++) {
            fourHops.add(chain.route(prefixes.get(i), 4, expires));
            mixed.add(chain.route(prefixes.get(i), LENGTHS[i % LENGTHS.length], expires));
        }
        verifier = configured.verifier(chain.keys());
    }

    PathSecurityScheme scheme() {
        return scheme;
    }

    ParameterSet parameters() {
        return configured.parameters();
    }

    /** Returns the mean size of signatures of paths with this many hops, in bytes. */
    double signatureBytes(int hops) {
        return prefixes.stream()
                .mapToInt(prefix -> configured
                        .sizes(chain.route(prefix, hops, expires).path())
                        .signatures())
                .average()
                .orElseThrow();
    }

    /** Returns the mean length of the path attribute of paths with 4 hops, in bytes. */
    double attributeBytes() {
        return fourHops.stream()
                .mapToInt(route -> configured.encode(route.path()).length())
                .average()
                .orElseThrow();
    }

    /** Propagates a received route with 4 hops to one neighbor. */
    void sign(int i) {
        propagate(fourHops.get(i % fourHops.size()));
    }

    /** Verifies a route with 4 hops. */
    void verify(int i) {
        check(verifier.verify(fourHops.get(i % fourHops.size()), now));
    }

    /** Verifies many routes with 3.7 hops on average in one call. */
    void verifyTogether(int routes) {
        List<SecuredRoute> all = new ArrayList<>(routes);
        for (int i = 0; i < routes; i++) {
            all.add(mixed.get(i % mixed.size()));
        }
        verifier.verifyAll(all, now).forEach(Workload::check);
    }

    /** Verifies many routes with 4 hops in one call, and returns their number. */
    int verifyFourHops(int routes) {
        List<SecuredRoute> all = new ArrayList<>(routes);
        for (int i = 0; i < routes; i++) {
            all.add(fourHops.get(i % fourHops.size()));
        }
        verifier.verifyAll(all, now).forEach(Workload::check);
        return routes;
    }

    /** Verifies a route with 4 hops as often as 35 peers send it, in one call. */
    void verifyCopies(int i) {
        SecuredRoute route = fourHops.get(i % fourHops.size());
        verifier.verifyAll(Collections.nCopies(PEERS, route), now).forEach(Workload::check);
    }

    /** Returns a verifier that lacks the published keys of the AS in the middle of all routes. */
    PathVerifier withoutTransitKeys() {
        long transit = fourHops.getFirst().path().hops().get(1).asn();
        return configured.verifier(KeyDirectory.of(chain.keys().all().stream()
                .filter(published -> published.identity().asn() != transit)
                .toList()));
    }

    /** Verifies a route with 4 hops with another verifier. */
    Verification verifyWith(PathVerifier other, int i) {
        return other.verify(fourHops.get(i % fourHops.size()), now);
    }

    /** Processes an UPDATE like a router: verifies a route with 3 or 4 hops, and propagates it to one neighbor. */
    void process(int i) {
        SecuredRoute route = mixed.get(i % mixed.size());
        check(verifier.verify(route, now));
        propagate(route);
    }

    private void propagate(SecuredRoute route) {
        int receiver = route.path().hops().size();
        Speaker next = chain.speakers().get(receiver + 1);
        List<SecuredRoute> sent = chain.speakers()
                .get(receiver)
                .propagate(route, List.of(next.identity().asn()));
        if (sent.size() != 1) {
            throw new IllegalStateException("propagated to " + sent.size() + " neighbors instead of 1");
        }
    }

    private static void check(Verification result) {
        if (!result.isValid()) {
            throw new IllegalStateException("an honest route does not verify: " + result);
        }
    }
}
