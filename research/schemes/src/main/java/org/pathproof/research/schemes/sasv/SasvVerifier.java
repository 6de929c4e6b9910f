// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sasv;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.time.Instant;
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

/** Opens aggregates from the newest hop to the origin. */
final class SasvVerifier implements PathVerifier {
    private final FullDomainHash hash;
    private final Map<Long, Signer> signers = new HashMap<>();

    private record Signer(SpeakerIdentity identity, RsaPermutation key) {}

    SasvVerifier(FullDomainHash hash, KeyDirectory keys) {
        this.hash = hash;
        for (PublishedKeys published : keys.all()) {
            RsaPermutation.of(published.material(), hash.bits())
                    .ifPresent(key -> signers.put(published.identity().asn(), new Signer(published.identity(), key)));
        }
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        SecuredPath path = route.path();
        List<Hop> hops = path.hops();
        for (int i = 0; i < hops.size(); i++) {
            long next = i + 1 < hops.size() ? hops.get(i + 1).asn() : route.targetAs();
            Optional<String> defect = defect(hops.get(i), i == 0, next, now);
            if (defect.isPresent()) {
                return Verification.ofHop(i + 1, hops.get(i).asn(), defect.get());
            }
        }
        if (path.shared().length() != hash.bits() / 8) {
            return Verification.ofPath(
                    "the aggregate signature has " + path.shared().length() + " bytes, must have " + hash.bits() / 8);
        }
        return open(route);
    }

    /** Checks one hop without cryptography. */
    private Optional<String> defect(Hop hop, boolean origin, long next, Instant now) {
        Signer signer = signers.get(hop.asn());
        if (signer == null) {
            return Optional.of("no key is published for AS" + hop.asn());
        }
        if (origin && hop.expires() < now.getEpochSecond()) {
            return Optional.of("the route expired at " + Instant.ofEpochSecond(hop.expires()));
        }
        if (now.isAfter(signer.identity().notAfter())) {
            return Optional.of("the certificate of AS" + hop.asn() + " expired at "
                    + signer.identity().notAfter());
        }
        if (hop.content().isEmpty()
                || !hop.signature().isEmpty()
                || !NeighborVector.names(hop.content().from(1), signer.identity(), next)) {
            return Optional.of("the neighbor vector of AS" + hop.asn() + " does not name AS" + next);
        }
        return Optional.empty();
    }

    /** Opens the aggregate. All hops have a key. */
    private Verification open(SecuredRoute route) {
        List<Hop> hops = route.path().hops();
        Optional<BigInteger> aggregate =
                Optional.of(new BigInteger(1, route.path().shared().toArray()));
        for (int i = hops.size(); i > 0 && aggregate.isPresent(); i--) {
            RsaPermutation key =
                    requireNonNull(signers.get(hops.get(i - 1).asn())).key();
            aggregate = Aggregate.open(hash, route.prefix(), hops.subList(0, i), aggregate.get(), key);
        }
        boolean complete = aggregate.isPresent() && aggregate.get().signum() == 0;
        return complete ? Verification.valid() : Verification.ofPath("the aggregate signature does not verify");
    }
}
