// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Signs paths (RFC 8205 section 4.2) for ASes with one router key each, which the JDK creates on first use. */
public final class Signer {
    private final Map<Long, KeyPair> pairs = new HashMap<>();
    private final int suite;
    private final String curve;
    private final String algorithm;

    /** Creates a signer of suite 1. */
    public Signer() {
        this(1, "secp256r1", "SHA256withECDSA");
    }

    private Signer(int suite, String curve, String algorithm) {
        this.suite = suite;
        this.curve = curve;
        this.algorithm = algorithm;
    }

    /** Returns a signer of the experimental suite with this number. */
    static Signer onP384(int suite) {
        return new Signer(suite, "secp384r1", "SHA384withECDSA");
    }

    public RouterKey key(long asn) {
        Bytes spki = Bytes.wrap(pair(asn).getPublic().getEncoded());
        return new RouterKey(asn, SubjectKeyIdentifier.of(spki).orElseThrow(), spki);
    }

    public List<RouterKey> keys(long... asns) {
        return Arrays.stream(asns).mapToObj(this::key).toList();
    }

    /** Returns the attribute of a path through {@code ases}, origin first, that was sent to {@code targetAs}. */
    public Bytes path(Prefix prefix, long targetAs, long... ases) {
        return BgpsecPathCodec.encode(signed(prefix, targetAs, ases));
    }

    /** Returns the attribute of a path whose hops all have this pCount. */
    Bytes prepended(Prefix prefix, long targetAs, int pCount, long... ases) {
        return BgpsecPathCodec.encode(signed(prefix, targetAs, pCount, ases));
    }

    SecurePath signed(Prefix prefix, long targetAs, long... ases) {
        return signed(prefix, targetAs, 1, ases);
    }

    private SecurePath signed(Prefix prefix, long targetAs, int pCount, long... ases) {
        AfiSafi family = new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST);
        List<Segment> segments = new ArrayList<>();
        List<SignatureSegment> signatures = new ArrayList<>();
        for (int i = 0; i < ases.length; i++) {
            long target = i + 1 < ases.length ? ases[i + 1] : targetAs;
            segments.addFirst(new Segment(pCount, 0, ases[i]));
            signatures.addFirst(new SignatureSegment(key(ases[i]).ski(), Bytes.EMPTY));
            SecurePath open = new SecurePath(segments, List.of(new SignatureBlock(suite, signatures)));
            Bytes bytes = SignedBytes.of(open, 0, i + 1, target, family, prefix);
            signatures.set(0, new SignatureSegment(key(ases[i]).ski(), sign(ases[i], bytes)));
        }
        return new SecurePath(segments, List.of(new SignatureBlock(suite, signatures)));
    }

    /**
     * Returns the path with one flipped bit in the signature of a hop (1 is the origin). The path remains well-formed.
     */
    static Bytes forged(SecurePath path, int hop) {
        SignatureBlock block = path.blocks().getFirst();
        List<SignatureSegment> signatures = new ArrayList<>(block.segments());
        int place = signatures.size() - hop;
        byte[] bytes = signatures.get(place).signature().toArray();
        bytes[bytes.length - 1] ^= 1;
        signatures.set(place, new SignatureSegment(signatures.get(place).ski(), Bytes.wrap(bytes)));
        return BgpsecPathCodec.encode(
                new SecurePath(path.segments(), List.of(new SignatureBlock(block.suite(), signatures))));
    }

    private Bytes sign(long asn, Bytes bytes) {
        try {
            Signature ecdsa = Signature.getInstance(algorithm);
            ecdsa.initSign(pair(asn).getPrivate());
            ecdsa.update(bytes.toArray());
            return Bytes.wrap(ecdsa.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyPair pair(long asn) {
        return pairs.computeIfAbsent(asn, a -> {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec(curve));
                return generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
