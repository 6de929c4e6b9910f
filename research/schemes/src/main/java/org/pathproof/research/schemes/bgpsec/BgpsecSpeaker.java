// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/** A BGPsec speaker with one router key. The speaker signs once for each neighbor (RFC 8205 section 4.2). */
final class BgpsecSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final Curve curve;
    private final KeyPair pair;
    private final Bytes spki;
    private final Bytes ski;
    private final Signature signer;

    BgpsecSpeaker(SpeakerIdentity identity, Curve curve, SecureRandom random) {
        this.identity = identity;
        this.curve = curve;
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve.jdkName), random);
            pair = generator.generateKeyPair();
            signer = Signature.getInstance(curve.jdkSignature);
            signer.initSign(pair.getPrivate(), random);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK does not support " + curve.jdkName, e);
        }
        spki = Bytes.wrap(pair.getPublic().getEncoded());
        ski = PublishedRouterKeys.ski(spki);
    }

    @Override
    public SpeakerIdentity identity() {
        return identity;
    }

    @Override
    public PublishedKeys published() {
        return new PublishedKeys(identity, spki);
    }

    @Override
    public List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets) {
        return extend(prefix, List.of(), targets);
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        return extend(received.prefix(), received.path().hops(), targets);
    }

    private List<SecuredRoute> extend(Prefix prefix, List<Hop> below, List<Long> targets) {
        List<SecuredRoute> routes = new ArrayList<>(targets.size());
        for (long target : targets) {
            List<Hop> hops = new ArrayList<>(below);
            Bytes content = SecurePaths.content(1, 0, ski);
            // The signed bytes of a hop do not include its signature, so an empty one is added.
            hops.add(new Hop(identity.asn(), 0, content, Bytes.EMPTY));
            Bytes signature = sign(signedBytes(hops, target, prefix));
            hops.set(hops.size() - 1, new Hop(identity.asn(), 0, content, signature));
            routes.add(new SecuredRoute(prefix, target, new SecuredPath(hops, Bytes.EMPTY, Bytes.EMPTY)));
        }
        return routes;
    }

    private Bytes signedBytes(List<Hop> hops, long target, Prefix prefix) {
        SecurePath path = SecurePaths.toRfc8205(new SecuredPath(hops, Bytes.EMPTY, Bytes.EMPTY), curve.suite);
        AfiSafi family = new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST);
        return SignedBytes.of(path, 0, hops.size(), target, family, prefix);
    }

    private Bytes sign(Bytes message) {
        try {
            signer.update(message.asByteBuffer());
            return Bytes.wrap(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot sign with " + curve.jdkSignature, e);
        }
    }
}
