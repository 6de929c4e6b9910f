// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcrsa;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.wire.Bytes;

/**
 * KC-RSA with one length of RSA keys.
 *
 * @param hash has the length of the moduli
 */
record KcRsaNetwork(ParameterSet parameters, FullDomainHash hash, SecureRandom random) implements ConfiguredScheme {
    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new KcRsaSpeaker(identity, hash, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new KcRsaVerifier(hash, keys);
    }

    /** Opens the newest signature with the public attestation key of the hop before, and keeps the private values. */
    @Override
    public SecuredPath withoutNewestHop(SecuredRoute route, KeyDirectory keys) {
        SecuredPath path = route.path();
        List<Hop> hops = path.hops();
        List<Hop> shorter = hops.subList(0, hops.size() - 1);
        Optional<RsaPermutation> key =
                ChainLink.of(shorter.getLast().content(), hash.bits()).map(ChainLink::attestation);
        Optional<BigInteger> previous =
                key.flatMap(k -> ChainLink.of(hops.getLast().content(), hash.bits())
                        .flatMap(link -> link.open(
                                hash,
                                route.prefix(),
                                hops,
                                new BigInteger(1, path.shared().toArray()),
                                k)));
        Bytes shared = previous.isPresent() ? key.orElseThrow().encode(previous.get()) : path.shared();
        return new SecuredPath(shorter, shared, path.secret());
    }
}
