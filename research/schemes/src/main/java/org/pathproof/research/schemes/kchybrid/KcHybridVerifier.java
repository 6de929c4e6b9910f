// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.NeighborVector;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.kchybrid.HybridSignature.OfRsa;
import org.pathproof.research.schemes.kchybrid.HybridSignature.OfTree;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.wire.Bytes;

/**
 * Verifies paths of KC-Hybrid, newest hop first. A failing hash tree names its hop; a failing aggregate names none,
 * because every signature in it depends on those before.
 */
final class KcHybridVerifier implements PathVerifier {
    private final KcHybridParameters choice;
    private final KeyDirectory keys;
    private final TreeHash hash;

    KcHybridVerifier(KcHybridParameters choice, KeyDirectory keys) {
        this.choice = choice;
        this.keys = keys;
        this.hash = choice.tree().hash().create();
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        List<Hop> hops = route.path().hops();
        List<HybridKeys> contents = new ArrayList<>(hops.size());
        for (int i = 0; i < hops.size(); i++) {
            Hop hop = hops.get(i);
            Optional<HybridKeys> content = HybridKeys.decode(
                    hop.content(), hash.nodeBytes(), choice.rsa().bits());
            if (content.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), "the content of the hop is malformed");
            }
            long next = i + 1 < hops.size() ? hops.get(i + 1).asn() : route.targetAs();
            String defect = defect(hop, content.get(), next, now);
            if (!defect.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), defect);
            }
            contents.add(content.get());
        }
        boolean sized = route.path().shared().length() == choice.rsa().bits() / Byte.SIZE;
        return sized && !hops.isEmpty()
                ? open(route, contents)
                : Verification.ofPath("the aggregate signature has "
                        + route.path().shared().length() + " bytes, must have "
                        + choice.rsa().bits() / Byte.SIZE);
    }

    /** Checks a hop without cryptography. */
    private String defect(Hop hop, HybridKeys content, long next, Instant now) {
        Optional<PublishedKeys> published = keys.of(hop.asn());
        if (published.isEmpty()) {
            return "the AS has no published key";
        }
        if (now.getEpochSecond() > hop.expires()
                || now.isAfter(published.get().identity().notAfter())) {
            return "the attestation or the certificate has expired";
        }
        return NeighborVector.names(content.vector(), published.get().identity(), next)
                ? ""
                : "the neighbor vector does not name AS" + next;
    }

    private Verification open(SecuredRoute route, List<HybridKeys> contents) {
        List<Hop> hops = route.path().hops();
        BigInteger aggregate = new BigInteger(1, route.path().shared().toArray());
        for (int i = hops.size() - 1; i > 0; i--) {
            Bytes message = SignedFields.of(route.prefix(), hops.subList(0, i + 1));
            HybridKeys attested = contents.get(i - 1);
            Optional<HybridSignature> signature =
                    HybridSignature.decode(hops.get(i).signature(), hash);
            if (signature.isEmpty()) {
                return failed(hops, i);
            }
            switch (signature.get()) {
                case OfTree tree -> {
                    if (!verifies(tree, message, attested.treeKey())) {
                        return failed(hops, i);
                    }
                }
                case OfRsa rsa -> {
                    Optional<BigInteger> before =
                            rsa.open(aggregate, choice.rsa().of(message), attested.rsaKey());
                    if (before.isEmpty()) {
                        return Verification.ofPath("the aggregate signature does not verify");
                    }
                    aggregate = before.get();
                }
            }
        }
        return isSignedByOrigin(route, aggregate)
                ? Verification.valid()
                : Verification.ofPath("the aggregate signature does not verify");
    }

    private static Verification failed(List<Hop> hops, int index) {
        return Verification.ofHop(index + 1, hops.get(index).asn(), "the signature does not verify");
    }

    private boolean verifies(OfTree signature, Bytes message, Bytes key) {
        return signature
                .hors()
                .publicKey(message.toArray(), 0, choice.tree().shape(), hash)
                .filter(computed -> Bytes.wrap(computed).equals(key))
                .isPresent();
    }

    private boolean isSignedByOrigin(SecuredRoute route, BigInteger aggregate) {
        Hop origin = route.path().hops().getFirst();
        Bytes message = SignedFields.of(route.prefix(), List.of(origin));
        Optional<RsaPermutation> key = keys.of(origin.asn())
                .flatMap(published ->
                        RsaPermutation.of(published.material(), choice.rsa().bits()));
        return key.isPresent()
                && HybridSignature.decode(origin.signature(), hash)
                        .filter(OfRsa.class::isInstance)
                        .flatMap(signature ->
                                ((OfRsa) signature).open(aggregate, choice.rsa().of(message), key.get()))
                        .filter(before -> before.signum() == 0)
                        .isPresent();
    }
}
