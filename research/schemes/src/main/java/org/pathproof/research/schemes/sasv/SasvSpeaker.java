// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sasv;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.research.schemes.NeighborVector;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker with one RSA key. The speaker signs once for all receivers. */
final class SasvSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final FullDomainHash hash;
    private final RsaTrapdoor key;

    SasvSpeaker(SpeakerIdentity identity, FullDomainHash hash, SecureRandom random) {
        this.identity = identity;
        this.hash = hash;
        key = RsaTrapdoor.generate(hash.bits(), random);
    }

    @Override
    public SpeakerIdentity identity() {
        return identity;
    }

    @Override
    public PublishedKeys published() {
        return new PublishedKeys(identity, key.permutation().encoded());
    }

    @Override
    public List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets) {
        return extend(prefix, List.of(), expires.getEpochSecond(), BigInteger.ZERO, targets);
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        SecuredPath path = received.path();
        BigInteger previous = new BigInteger(1, path.shared().toArray());
        return extend(received.prefix(), path.hops(), 0, previous, targets);
    }

    private List<SecuredRoute> extend(
            Prefix prefix, List<Hop> below, long expires, BigInteger previous, List<Long> targets) {
        Bytes content = new ByteWriter()
                .u8(0)
                .bytes(NeighborVector.of(identity, targets))
                .toBytes();
        List<Hop> hops = new ArrayList<>(below);
        hops.add(new Hop(identity.asn(), expires, content, Bytes.EMPTY));
        Aggregate signed = Aggregate.sign(hash, prefix, hops, previous, key);
        hops.set(hops.size() - 1, Aggregate.withOverflow(hops.getLast(), signed.overflow()));
        SecuredPath path = new SecuredPath(hops, key.permutation().encode(signed.value()), Bytes.EMPTY);
        return targets.stream()
                .map(target -> new SecuredRoute(prefix, target, path))
                .toList();
    }
}
