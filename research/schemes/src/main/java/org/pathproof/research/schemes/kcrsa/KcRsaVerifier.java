// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcrsa;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.NeighborVector;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.RsaPermutation;

/** Opens signatures from the newest hop to the origin, each with the attestation key in the hop before. */
final class KcRsaVerifier implements PathVerifier {
    private final FullDomainHash hash;
    private final Map<Long, Origin> origins = new HashMap<>();

    /** The facts of a certificate. */
    private record Origin(SpeakerIdentity identity, RsaPermutation key) {}

    KcRsaVerifier(FullDomainHash hash, KeyDirectory keys) {
        this.hash = hash;
        for (PublishedKeys published : keys.all()) {
            RsaPermutation.of(published.material(), hash.bits())
                    .ifPresent(key -> origins.put(published.identity().asn(), new Origin(published.identity(), key)));
        }
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        SecuredPath path = route.path();
        List<Hop> hops = path.hops();
        List<ChainLink> links = new ArrayList<>(hops.size());
        for (int i = 0; i < hops.size(); i++) {
            Hop hop = hops.get(i);
            Optional<ChainLink> link =
                    hop.signature().isEmpty() ? ChainLink.of(hop.content(), hash.bits()) : Optional.empty();
            if (link.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), "the content of the hop is malformed");
            }
            links.add(link.get());
            long next = i + 1 < hops.size() ? hops.get(i + 1).asn() : route.targetAs();
            Optional<String> defect = defect(hop, link.get(), i == 0, next, now);
            if (defect.isPresent()) {
                return Verification.ofHop(i + 1, hop.asn(), defect.get());
            }
        }
        if (path.shared().length() != hash.bits() / 8) {
            return Verification.ofPath(
                    "the signature has " + path.shared().length() + " bytes, must have " + hash.bits() / 8);
        }
        return open(route, links);
    }

    /** Checks one hop without cryptography. */
    private Optional<String> defect(Hop hop, ChainLink link, boolean origin, long next, Instant now) {
        Origin certified = origins.get(hop.asn());
        if (certified == null) {
            return Optional.of("no key is published for AS" + hop.asn());
        }
        if (origin && hop.expires() < now.getEpochSecond()) {
            return Optional.of("the route expired at " + Instant.ofEpochSecond(hop.expires()));
        }
        if (now.isAfter(certified.identity().notAfter())) {
            return Optional.of("the certificate of AS" + hop.asn() + " expired at "
                    + certified.identity().notAfter());
        }
        if (!NeighborVector.names(link.vector(), certified.identity(), next)) {
            return Optional.of("the neighbor vector of AS" + hop.asn() + " does not name AS" + next);
        }
        return Optional.empty();
    }

    private Verification open(SecuredRoute route, List<ChainLink> links) {
        List<Hop> hops = route.path().hops();
        Optional<BigInteger> signature =
                Optional.of(new BigInteger(1, route.path().shared().toArray()));
        for (int i = hops.size(); i > 0 && signature.isPresent(); i--) {
            RsaPermutation key = i > 1
                    ? links.get(i - 2).attestation()
                    : requireNonNull(origins.get(hops.getFirst().asn())).key();
            signature = links.get(i - 1).open(hash, route.prefix(), hops.subList(0, i), signature.get(), key);
        }
        boolean complete = signature.isPresent() && signature.get().signum() == 0;
        return complete ? Verification.valid() : Verification.ofPath("the chain of signatures does not verify");
    }
}
