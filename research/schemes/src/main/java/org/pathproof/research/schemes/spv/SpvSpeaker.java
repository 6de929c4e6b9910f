// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.hors.HorsKey;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.keys.RegularKey;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker of SPV. One signature serves all neighbors. */
final class SpvSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final SpvParameters parameters;
    private final SecureRandom random;
    private final TreeHash hash;
    private final RegularKey regular;
    private final Map<Prefix, PrefixEpochs> epochs = new HashMap<>();

    SpvSpeaker(SpeakerIdentity identity, SpvParameters parameters, SecureRandom random) {
        this.identity = identity;
        this.parameters = parameters;
        this.random = random;
        this.hash = parameters.hash().create();
        this.regular = new RegularKey(parameters.regular(), random);
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
        PrefixEpochs own = epochs(prefix, expires.getEpochSecond());
        MultiEpochKey key = own.publicKey();
        long end = key.end(parameters);
        return extend(prefix, List.of(), new Hop(identity.asn(), end, key.encode(), Bytes.EMPTY), own.keys(), targets);
    }

    private PrefixEpochs epochs(Prefix prefix, long expires) {
        PrefixEpochs known = epochs.get(prefix);
        if (known == null || !known.covers(expires)) {
            byte[] seed = new byte[hash.secretBytes()];
            random.nextBytes(seed);
            known = new PrefixEpochs(identity.asn(), prefix, expires, seed, parameters, regular);
            epochs.put(prefix, known);
        }
        known.select(expires);
        return known;
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        SecuredPath path = received.path();
        EpochKeys keys = EpochKeys.decode(path.secret(), parameters, hash)
                .orElseThrow(() -> new IllegalArgumentException(
                        "route of " + received.prefix() + " has no single-ASN private key for AS " + identity.asn()));
        if (path.hops().size() >= parameters.positions()) {
            throw new IllegalArgumentException(
                    "path of " + path.hops().size() + " hops: SPV has keys for " + parameters.positions());
        }
        List<Hop> hops = new ArrayList<>();
        for (int i = 0; i < path.hops().size(); i++) {
            Hop hop = path.hops().get(i);
            boolean degrades =
                    parameters.level(i, path.hops().size()) < parameters.shape().degradations();
            hops.add(degrades ? degraded(hop) : hop);
        }
        return extend(received.prefix(), hops, new Hop(identity.asn(), 0, Bytes.EMPTY, Bytes.EMPTY), keys, targets);
    }

    /** Degrades a signature. A malformed one stays as it is, and the next verifier refuses it. */
    private Hop degraded(Hop hop) {
        return PositionSignature.decode(hop.signature(), hash)
                .map(signature -> new Hop(
                        hop.asn(),
                        hop.expires(),
                        hop.content(),
                        signature.degraded(hash).encode(hash)))
                .orElse(hop);
    }

    /**
     * Signs a hop at its position, and adds it to a path.
     *
     * @param unsigned the hop without its signature
     */
    private List<SecuredRoute> extend(
            Prefix prefix, List<Hop> below, Hop unsigned, EpochKeys keys, List<Long> targets) {
        List<Hop> hops = new ArrayList<>(below);
        hops.add(unsigned);
        byte[] message = SignedFields.of(prefix, hops).toArray();
        PositionSignature signature = new PositionSignature(
                HorsKey.of(keys.seed(), parameters.shape(), hash).sign(message, hash),
                keys.positionNodes(below.size(), hash));
        hops.set(below.size(), new Hop(unsigned.asn(), unsigned.expires(), unsigned.content(), signature.encode(hash)));
        SecuredPath path = new SecuredPath(hops, Bytes.EMPTY, keys.next(hash).encode());
        return targets.stream()
                .map(target -> new SecuredRoute(prefix, target, path))
                .toList();
    }
}
