// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sasv;

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
 * SAS-V with one length of RSA keys.
 *
 * @param hash has the length of the moduli
 */
record SasvNetwork(ParameterSet parameters, FullDomainHash hash, SecureRandom random) implements ConfiguredScheme {
    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new SasvSpeaker(identity, hash, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new SasvVerifier(hash, keys);
    }

    @Override
    public SecuredPath withoutNewestHop(SecuredRoute route, KeyDirectory keys) {
        SecuredPath path = route.path();
        List<Hop> hops = path.hops();
        Optional<RsaPermutation> key = keys.of(hops.getLast().asn())
                .flatMap(published -> RsaPermutation.of(published.material(), hash.bits()));
        Optional<BigInteger> previous = key.flatMap(k -> Aggregate.open(
                hash, route.prefix(), hops, new BigInteger(1, path.shared().toArray()), k));
        Bytes shared = previous.isPresent() ? key.orElseThrow().encode(previous.get()) : path.shared();
        return new SecuredPath(hops.subList(0, hops.size() - 1), shared, Bytes.EMPTY);
    }
}
