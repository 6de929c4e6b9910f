// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Signs paths for tests, hop by hop, as routers do. The code follows Figure 8 of RFC 8205 section 4.2 and does not use
 * {@link SignedBytes}.
 */
final class SignedPath {
    static final long TARGET = 65000;
    static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");

    private static final Map<Signer, KeyPair> KEYS = new ConcurrentHashMap<>();

    /** An AS, and the curve of its key. */
    private record Signer(long asn, boolean onP384) {
        int pointBytes() {
            return onP384 ? 97 : 65;
        }
    }

    /** Segments of the path, origin first. */
    private final List<Segment> segments = new ArrayList<>();

    private final List<Integer> suites = new ArrayList<>(List.of(1));
    private int p384Suite = AlgorithmSuites.NO_P384;
    private long target = TARGET;
    private Prefix prefix = PREFIX;

    /** Returns a path over these ASes, origin first, signed to {@link #TARGET}. */
    static SignedPath over(long... asns) {
        SignedPath path = new SignedPath();
        for (long asn : asns) {
            path.hop(asn, 1, 0);
        }
        return path;
    }

    SignedPath hop(long asn, int pCount, int flags) {
        segments.add(new Segment(pCount, flags, asn));
        return this;
    }

    SignedPath to(long targetAs) {
        target = targetAs;
        return this;
    }

    SignedPath of(Prefix announced) {
        prefix = announced;
        return this;
    }

    SignedPath inSuites(Integer... ids) {
        suites.clear();
        suites.addAll(List.of(ids));
        return this;
    }

    /** Signs blocks of this suite with SHA-384 and keys on P-384, and all other blocks as in suite 1. */
    SignedPath withP384(int id) {
        p384Suite = id;
        return this;
    }

    SecurePath sign() {
        return new SecurePath(
                segments.reversed(), suites.stream().map(this::block).toList());
    }

    Bytes attribute() {
        return BgpsecPathCodec.encode(sign());
    }

    PathContext context() {
        return new PathContext(
                OptionalLong.of(target),
                OptionalLong.of(segments.getLast().asn()),
                OptionalLong.of(target),
                PeerRelation.EXTERNAL,
                false,
                new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST),
                prefix);
    }

    static RouterKey key(long asn) {
        return key(new Signer(asn, false));
    }

    static RouterKey p384Key(long asn) {
        return key(new Signer(asn, true));
    }

    private static RouterKey key(Signer of) {
        byte[] spki = pair(of).getPublic().getEncoded();
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(spki, spki.length - of.pointBytes(), of.pointBytes());
            return new RouterKey(of.asn(), Bytes.wrap(sha1.digest()), Bytes.wrap(spki));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a lookup of the keys of all signers so far. */
    static KeyLookup lookup() {
        return (asn, ski) -> KEYS.keySet().stream()
                .filter(signer -> signer.asn() == asn)
                .map(SignedPath::key)
                .filter(key -> key.ski().equals(ski))
                .toList();
    }

    private SignatureBlock block(int suite) {
        List<SignatureSegment> newestFirst = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            long to = i + 1 < segments.size() ? segments.get(i + 1).asn() : target;
            Signer by = new Signer(segments.get(i).asn(), suite == p384Suite);
            Bytes signature = sign(by, signedBytes(suite, i, to, newestFirst));
            newestFirst.addFirst(new SignatureSegment(key(by).ski(), signature));
        }
        return new SignatureBlock(suite, List.copyOf(newestFirst));
    }

    /**
     * Returns the bytes that hop {@code i} signs. {@code below} has the signatures of the earlier hops, newest first.
     */
    private byte[] signedBytes(int suite, int i, long to, List<SignatureSegment> below) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt((int) to);
            for (int hop = i; hop >= 0; hop--) {
                if (hop > 0) {
                    SignatureSegment signature = below.get(i - hop);
                    out.write(signature.ski().toArray());
                    out.writeShort(signature.signature().length());
                    out.write(signature.signature().toArray());
                }
                out.writeByte(segments.get(hop).pCount());
                out.writeByte(segments.get(hop).flags());
                out.writeInt((int) segments.get(hop).asn());
            }
            out.writeByte(suite);
            out.writeShort(prefix.afi());
            out.writeByte(1);
            out.writeByte(prefix.length());
            out.write(prefix.addressBytes(), 0, (prefix.length() + 7) / 8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Bytes sign(Signer by, byte[] bytes) {
        try {
            Signature signer = Signature.getInstance(by.onP384() ? "SHA384withECDSA" : "SHA256withECDSA");
            signer.initSign(pair(by).getPrivate());
            signer.update(bytes);
            return Bytes.wrap(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair pair(Signer of) {
        return KEYS.computeIfAbsent(of, _ -> {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec(of.onP384() ? "secp384r1" : "secp256r1"));
                return generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
