// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.security.SecureRandom;
import java.util.function.Supplier;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpsecPathCodec;

/**
 * BGPsec with one curve.
 *
 * @param engine verifies P-256 signatures
 */
record BgpsecNetwork(ParameterSet parameters, Curve curve, SecureRandom random, Supplier<SignatureEngine> engine)
        implements ConfiguredScheme {
    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new BgpsecSpeaker(identity, curve, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new BgpsecVerifier(curve, PublishedRouterKeys.of(keys), new BatchVerifier(engine.get(), curve.suites()));
    }

    @Override
    public Bytes encode(SecuredPath path) {
        return BgpsecPathCodec.encode(SecurePaths.toRfc8205(path, curve.suite));
    }

    @Override
    public Decoded<SecuredPath> decode(Bytes value) {
        return SecurePaths.decode(value, curve.suite);
    }
}
