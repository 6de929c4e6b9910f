// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

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
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.kchybrid.HybridSignature.OfRsa;
import org.pathproof.wire.Bytes;

/** The scheme KC-Hybrid with one set of parameters. */
record KcHybridNetwork(KcHybridParameters choice, SecureRandom random) implements ConfiguredScheme {
    @Override
    public ParameterSet parameters() {
        return choice.set();
    }

    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new KcHybridSpeaker(identity, choice, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new KcHybridVerifier(choice, keys);
    }

    /** Opens the newest signature with the attestation public key of the hop before, if it is in the aggregate. */
    @Override
    public SecuredPath withoutNewestHop(SecuredRoute route, KeyDirectory keys) {
        SecuredPath path = route.path();
        List<Hop> shorter = path.hops().subList(0, path.hops().size() - 1);
        TreeHash hash = choice.tree().hash().create();
        BigInteger digest = choice.rsa().of(SignedFields.of(route.prefix(), path.hops()));
        BigInteger aggregate = new BigInteger(1, path.shared().toArray());
        Optional<HybridKeys> attested = HybridKeys.decode(
                shorter.getLast().content(), hash.nodeBytes(), choice.rsa().bits());
        Bytes shared = HybridSignature.decode(path.hops().getLast().signature(), hash)
                .filter(OfRsa.class::isInstance)
                .flatMap(signature ->
                        attested.flatMap(issued -> ((OfRsa) signature).open(aggregate, digest, issued.rsaKey())))
                .flatMap(before -> attested.map(issued -> issued.rsaKey().encode(before)))
                .orElse(path.shared());
        return new SecuredPath(shorter, shared, path.secret());
    }
}
