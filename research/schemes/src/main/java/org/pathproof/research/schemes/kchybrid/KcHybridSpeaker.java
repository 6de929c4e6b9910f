// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.pathproof.research.schemes.NeighborVector;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.kchybrid.HybridSignature.Signed;
import org.pathproof.research.schemes.kcmt.AttestationTrees;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker of KC-Hybrid. The speaker issues both kinds of attestation keys, and signs with its primary algorithm. */
final class KcHybridSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final KcHybridParameters choice;
    private final TreeHash hash;
    private final RsaTrapdoor regular;
    private final RsaTrapdoor issued;
    private final AttestationTrees trees;

    KcHybridSpeaker(SpeakerIdentity identity, KcHybridParameters choice, SecureRandom random) {
        this.identity = identity;
        this.choice = choice;
        this.hash = choice.tree().hash().create();
        this.regular = RsaTrapdoor.generate(choice.rsa().bits(), random);
        this.issued = RsaTrapdoor.generate(choice.rsa().bits(), random);
        this.trees = new AttestationTrees(choice.tree(), hash, random);
    }

    @Override
    public SpeakerIdentity identity() {
        return identity;
    }

    @Override
    public PublishedKeys published() {
        return new PublishedKeys(identity, regular.permutation().encoded());
    }

    @Override
    public List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets) {
        return extend(
                prefix,
                expires.getEpochSecond(),
                List.of(),
                targets,
                message -> HybridSignature.signRsa(BigInteger.ZERO, message, choice.rsa(), regular));
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        SecuredPath path = received.path();
        Bytes secret = path.secret();
        Optional<RsaTrapdoor> rsa = secret.length() < hash.secretBytes()
                ? Optional.empty()
                : RsaTrapdoor.of(secret.from(hash.secretBytes()), choice.rsa().bits());
        if (rsa.isEmpty()) {
            throw new IllegalArgumentException(
                    "route of " + received.prefix() + " has no attestation private keys for AS " + identity.asn());
        }
        BigInteger aggregate = new BigInteger(1, path.shared().toArray());
        Bytes seed = secret.slice(0, hash.secretBytes());
        Function<Bytes, Signed> signer = switch (choice.primary(identity.asn())) {
            case TREE ->
                message -> new Signed(aggregate, HybridSignature.encode(trees.sign(seed, message.toArray()), hash));
            case RSA -> message -> HybridSignature.signRsa(aggregate, message, choice.rsa(), rsa.get());
        };
        return extend(received.prefix(), path.hops().getFirst().expires(), path.hops(), targets, signer);
    }

    private List<SecuredRoute> extend(
            Prefix prefix, long expires, List<Hop> below, List<Long> targets, Function<Bytes, Signed> signer) {
        List<SecuredRoute> routes = new ArrayList<>(targets.size());
        for (List<Long> group : trees.groups(targets)) {
            AttestationTrees.Issued tree = trees.issue(group.size());
            Bytes content =
                    new HybridKeys(NeighborVector.of(identity, group), tree.publicKey(), issued.permutation()).encode();
            List<Hop> hops = new ArrayList<>(below);
            hops.add(new Hop(identity.asn(), expires, content, Bytes.EMPTY));
            Signed signed = signer.apply(SignedFields.of(prefix, hops));
            hops.set(below.size(), new Hop(identity.asn(), expires, content, signed.field()));
            Bytes shared = issued.permutation().encode(signed.aggregate());
            SecuredPath path = new SecuredPath(hops, shared, tree.seed().concat(issued.encoded()));
            group.forEach(target -> routes.add(new SecuredRoute(prefix, target, path)));
        }
        return routes;
    }
}
