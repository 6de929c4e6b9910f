// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Verification;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Verifies the route attestations of one peering session. A cache keeps, for each prefix, the routes whose signatures
 * verified most recently. A withdrawal does not remove routes from the cache. A route of the cache is checked for
 * validity dates, and its signatures are not verified again. Not thread-safe.
 */
public final class SbgpVerifier implements PathVerifier {
    private final Algorithm algorithm;
    private final Extracts extracts;
    private final int depth;
    /** Verified routes by prefix, the latest first. */
    private final Map<Prefix, Deque<SecuredRoute>> cache = new HashMap<>();

    private long verifiedSignatures;
    private long cachedRoutes;

    SbgpVerifier(Algorithm algorithm, Extracts extracts, int depth) {
        this.algorithm = algorithm;
        this.extracts = extracts;
        this.depth = depth;
    }

    /** Returns the number of signatures that were verified. */
    public long verifiedSignatures() {
        return verifiedSignatures;
    }

    /** Returns the number of routes that were found in the cache. */
    public long cachedRoutes() {
        return cachedRoutes;
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        Verification checked = check(route, now);
        if (!checked.isValid() || depth == 0) {
            return checked.isValid() ? verifySignatures(route) : checked;
        }
        Deque<SecuredRoute> known = cache.computeIfAbsent(route.prefix(), _ -> new ArrayDeque<>());
        if (known.remove(route)) {
            cachedRoutes++;
            known.addFirst(route);
            return checked;
        }
        Verification verified = verifySignatures(route);
        if (verified.isValid()) {
            known.addFirst(route);
            if (known.size() > depth) {
                known.removeLast();
            }
        }
        return verified;
    }

    /** Checks everything except signatures. */
    private Verification check(SecuredRoute route, Instant now) {
        List<Hop> hops = route.path().hops();
        if (!route.path().shared().isEmpty() || !route.path().secret().isEmpty()) {
            return Verification.ofPath("the attribute has parts that S-BGP does not define");
        }
        Hop origin = hops.getFirst();
        boolean authorised = extracts.addressesOf(origin.asn())
                .filter(owned -> owned.prefixes().contains(route.prefix()) && !now.isAfter(owned.notAfter()))
                .isPresent();
        if (!authorised) {
            return Verification.ofHop(
                    1,
                    origin.asn(),
                    "no valid address attestation authorises AS" + origin.asn() + " to originate " + route.prefix());
        }
        for (int i = 0; i < hops.size(); i++) {
            long next = i + 1 < hops.size() ? hops.get(i + 1).asn() : route.targetAs();
            Optional<String> defect = defect(hops.get(i), next, now);
            if (defect.isPresent()) {
                return Verification.ofHop(i + 1, hops.get(i).asn(), defect.get());
            }
        }
        return Verification.valid();
    }

    private Optional<String> defect(Hop hop, long next, Instant now) {
        Optional<RouteAttestation> attestation = RouteAttestation.of(hop.content());
        Optional<Extracts.Router> router = extracts.router(hop.asn());
        if (attestation.isEmpty() || attestation.get().algorithm() != algorithm.id) {
            return Optional.of("the route attestation is malformed or has another algorithm");
        }
        if (router.isEmpty()
                || !router.get().certificateId().equals(attestation.get().certificateId())) {
            return Optional.of("no certificate with the identifier of the attestation is known for AS" + hop.asn());
        }
        if (now.isAfter(router.get().notAfter())) {
            return Optional.of(
                    "the certificate of the router expired at " + router.get().notAfter());
        }
        if (hop.expires() < now.getEpochSecond()) {
            return Optional.of("the route attestation expired at " + Instant.ofEpochSecond(hop.expires()));
        }
        if (attestation.get().subject() != next) {
            return Optional.of("the route attestation names AS"
                    + attestation.get().subject() + " as the next AS, and the next AS is AS" + next);
        }
        return Optional.empty();
    }

    private Verification verifySignatures(SecuredRoute route) {
        List<Hop> hops = route.path().hops();
        for (int i = 0; i < hops.size(); i++) {
            Hop hop = hops.get(i);
            Bytes signed = SignedFields.of(route.prefix(), hops.subList(0, i + 1));
            verifiedSignatures++;
            if (extracts.router(hop.asn())
                    .filter(router -> algorithm.verifies(router.key(), signed, hop.signature()))
                    .isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), "the signature does not verify");
            }
        }
        return Verification.valid();
    }
}
