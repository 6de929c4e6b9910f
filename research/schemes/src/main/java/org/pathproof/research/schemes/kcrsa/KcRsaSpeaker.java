// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcrsa;

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
import org.pathproof.research.schemes.rsa.NestedSignature;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker with a published key for routes that it originates, and an attestation key for its receivers. */
final class KcRsaSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final FullDomainHash hash;
    private final RsaTrapdoor key;
    private final RsaTrapdoor attestation;

    KcRsaSpeaker(SpeakerIdentity identity, FullDomainHash hash, SecureRandom random) {
        this.identity = identity;
        this.hash = hash;
        key = RsaTrapdoor.generate(hash.bits(), random);
        attestation = RsaTrapdoor.generate(hash.bits(), random);
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
        return extend(prefix, List.of(), expires.getEpochSecond(), BigInteger.ZERO, key, targets);
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        SecuredPath path = received.path();
        RsaTrapdoor granted = RsaTrapdoor.of(path.secret(), hash.bits())
                .orElseThrow(() -> new IllegalArgumentException("route to AS" + identity.asn() + " with "
                        + path.secret().length() + " bytes of private values: needs an attestation key of RSA-"
                        + hash.bits()));
        BigInteger previous = new BigInteger(1, path.shared().toArray());
        return extend(received.prefix(), path.hops(), 0, previous, granted, targets);
    }

    private List<SecuredRoute> extend(
            Prefix prefix, List<Hop> below, long expires, BigInteger previous, RsaTrapdoor signer, List<Long> targets) {
        ChainLink link = new ChainLink(false, NeighborVector.of(identity, targets), attestation.permutation());
        List<Hop> hops = new ArrayList<>(below);
        hops.add(new Hop(identity.asn(), expires, link.encoded(), Bytes.EMPTY));
        NestedSignature signature = ChainLink.sign(hash, prefix, hops, previous, signer);
        Bytes content = link.withOverflow(signature.overflow()).encoded();
        hops.set(hops.size() - 1, new Hop(identity.asn(), expires, content, Bytes.EMPTY));
        SecuredPath path = new SecuredPath(hops, signer.permutation().encode(signature.value()), attestation.encoded());
        return targets.stream()
                .map(target -> new SecuredRoute(prefix, target, path))
                .toList();
    }
}
