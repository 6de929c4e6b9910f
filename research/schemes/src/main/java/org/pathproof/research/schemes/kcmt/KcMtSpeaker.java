// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
import org.pathproof.research.schemes.keys.RegularKey;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker of KC-MT. One signature serves as many neighbors as an attestation key may sign messages. */
final class KcMtSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final TreeHash hash;
    private final RegularKey regular;
    private final AttestationTrees trees;

    KcMtSpeaker(SpeakerIdentity identity, KcMtParameters choice, SecureRandom random) {
        this.identity = identity;
        this.hash = choice.hash().create();
        this.regular = new RegularKey(choice.regular(), random);
        this.trees = new AttestationTrees(choice, hash, random);
    }

    @Override
    public SpeakerIdentity identity() {
        return identity;
    }

    @Override
    public PublishedKeys published() {
        return new PublishedKeys(identity, regular.publicKey());
    }

    @Override
    public List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets) {
        return extend(prefix, expires.getEpochSecond(), List.of(), targets, regular::sign);
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        SecuredPath path = received.path();
        if (path.secret().length() != hash.secretBytes()) {
            throw new IllegalArgumentException(
                    "route of " + received.prefix() + " has no attestation private key for AS " + identity.asn());
        }
        long expires = path.hops().getFirst().expires();
        return extend(received.prefix(), expires, path.hops(), targets, message -> {
            ByteWriter out = new ByteWriter();
            trees.sign(path.secret(), message).write(out, hash);
            return out.toBytes();
        });
    }

    private List<SecuredRoute> extend(
            Prefix prefix, long expires, List<Hop> below, List<Long> targets, Function<byte[], Bytes> signer) {
        List<SecuredRoute> routes = new ArrayList<>(targets.size());
        for (List<Long> group : trees.groups(targets)) {
            AttestationTrees.Issued key = trees.issue(group.size());
            Bytes content = new AttestationContent(NeighborVector.of(identity, group), key.publicKey()).encode();
            List<Hop> hops = new ArrayList<>(below);
            hops.add(new Hop(identity.asn(), expires, content, Bytes.EMPTY));
            Bytes signature = signer.apply(SignedFields.of(prefix, hops).toArray());
            hops.set(below.size(), new Hop(identity.asn(), expires, content, signature));
            SecuredPath path = new SecuredPath(hops, Bytes.EMPTY, key.seed());
            group.forEach(target -> routes.add(new SecuredRoute(prefix, target, path)));
        }
        return routes;
    }
}
