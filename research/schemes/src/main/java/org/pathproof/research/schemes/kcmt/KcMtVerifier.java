// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.time.Instant;
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
import org.pathproof.research.schemes.hors.HorsSignature;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.keys.RegularKey;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;

/** Verifies paths of KC-MT, origin first. */
final class KcMtVerifier implements PathVerifier {
    private final KcMtParameters choice;
    private final KeyDirectory keys;
    private final TreeHash hash;

    KcMtVerifier(KcMtParameters choice, KeyDirectory keys) {
        this.choice = choice;
        this.keys = keys;
        this.hash = choice.hash().create();
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        List<Hop> hops = route.path().hops();
        if (hops.isEmpty()) {
            return Verification.ofPath("the path has no hop");
        }
        if (!route.path().shared().isEmpty()) {
            return Verification.ofPath("the path has a shared part");
        }
        Bytes attested = Bytes.EMPTY;
        for (int i = 0; i < hops.size(); i++) {
            Hop hop = hops.get(i);
            long next = i + 1 < hops.size() ? hops.get(i + 1).asn() : route.targetAs();
            Optional<PublishedKeys> published = keys.of(hop.asn());
            Optional<AttestationContent> content = AttestationContent.decode(hop.content(), hash.nodeBytes());
            if (published.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), "the AS has no published key");
            }
            if (content.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), "the content of the hop is malformed");
            }
            String defect = defect(hop, published.get(), content.get(), next, now);
            if (!defect.isEmpty()) {
                return Verification.ofHop(i + 1, hop.asn(), defect);
            }
            if (!verifies(route, i, published.get(), attested)) {
                return Verification.ofHop(i + 1, hop.asn(), "the signature does not verify");
            }
            attested = content.get().publicKey();
        }
        return Verification.valid();
    }

    private static String defect(Hop hop, PublishedKeys published, AttestationContent content, long next, Instant now) {
        if (now.getEpochSecond() > hop.expires()
                || now.isAfter(published.identity().notAfter())) {
            return "the attestation or the certificate has expired";
        }
        return NeighborVector.names(content.vector(), published.identity(), next)
                ? ""
                : "the neighbor vector does not name AS" + next;
    }

    /**
     * Verifies the signature of a hop.
     *
     * @param attested attestation public key of the hop before
     */
    private boolean verifies(SecuredRoute route, int index, PublishedKeys published, Bytes attested) {
        Hop hop = route.path().hops().get(index);
        byte[] message = SignedFields.of(route.prefix(), route.path().hops().subList(0, index + 1))
                .toArray();
        if (index == 0) {
            return RegularKey.verifies(choice.regular(), published.material(), message, hop.signature());
        }
        ByteReader in = new ByteReader(hop.signature());
        return HorsSignature.read(in, hash)
                .filter(signature -> in.remaining() == 0)
                .flatMap(signature -> signature.publicKey(message, 0, choice.shape(), hash))
                .filter(key -> Bytes.wrap(key).equals(attested))
                .isPresent();
    }
}
