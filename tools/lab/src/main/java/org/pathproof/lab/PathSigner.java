// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.pathproof.bgpsec.SignedOctets;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Signs paths as the ASes in them would have (RFC 8205 section 4.2), with deterministic ECDSA (RFC 6979). Paths to one prefix share
 * the signatures of the hops that they have in common, as they do when each AS signs once for each neighbour. Not for use by several
 * threads; make one for each prefix.
 */
public final class PathSigner {
    /** ECDSA P-256 with SHA-256 (RFC 8608 section 2.2). */
    public static final int SUITE = 1;

    private final Map<Signing, Bytes> made = new HashMap<>();

    /** What an AS signs: that it sends the path of {@code hops}, itself the last, to an AS. */
    private record Signing(Prefix prefix, List<Hop> hops, List<Bytes> skis, long targetAs) {}

    /** A hop and the key it signs with: nearly always the AS's own. */
    public record Signer(Hop hop, LabKey key) {}

    /**
     * Signs a path.
     *
     * @param signers origin first
     * @param targetAs the AS that the newest hop sends it to
     */
    public SecurePath sign(Prefix prefix, List<Signer> signers, long targetAs) {
        List<SecurePath.Segment> segments = new ArrayList<>();
        List<SecurePath.SignatureSegment> signatures = new ArrayList<>();
        for (int i = 0; i < signers.size(); i++) {
            Signer signer = signers.get(i);
            Hop hop = signer.hop();
            long target = i + 1 < signers.size() ? signers.get(i + 1).hop().asn() : targetAs;
            segments.addFirst(new SecurePath.Segment(hop.pCount(), hop.flags(), hop.asn()));
            List<Signer> soFar = signers.subList(0, i + 1);
            Signing signing = new Signing(
                    prefix,
                    soFar.stream().map(Signer::hop).toList(),
                    soFar.stream().map(s -> s.key().ski()).toList(),
                    target);
            Bytes signature = made.get(signing);
            if (signature == null) {
                signature = signature(prefix, segments, signatures, signer.key(), target);
                made.put(signing, signature);
            }
            signatures.addFirst(new SecurePath.SignatureSegment(signer.key().ski(), signature));
        }
        return new SecurePath(
                List.copyOf(segments), List.of(new SecurePath.SignatureBlock(SUITE, List.copyOf(signatures))));
    }

    private static Bytes signature(
            Prefix prefix,
            List<SecurePath.Segment> segments,
            List<SecurePath.SignatureSegment> below,
            LabKey key,
            long targetAs) {
        List<SecurePath.SignatureSegment> all = new ArrayList<>(below);
        all.addFirst(new SecurePath.SignatureSegment(key.ski(), Bytes.EMPTY)); // its own is no part of what it signs
        SecurePath path =
                new SecurePath(List.copyOf(segments), List.of(new SecurePath.SignatureBlock(SUITE, List.copyOf(all))));
        AfiSafi family = new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST);
        return sign(SignedOctets.of(path, 0, segments.size(), targetAs, family, prefix), key);
    }

    /** An ECDSA-Sig-Value, DER, over the SHA-256 of octets. */
    public static Bytes sign(Bytes octets, LabKey key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(octets.toArray());
            ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
            signer.init(true, new ECPrivateKeyParameters(key.secret(), LabKeys.P256));
            BigInteger[] rs = signer.generateSignature(digest);
            return der(rs[0], rs[1]);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static Bytes der(BigInteger r, BigInteger s) {
        try {
            return Bytes.wrap(StandardDSAEncoding.INSTANCE.encode(LabKeys.P256.getN(), r, s));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static BigInteger[] integers(Bytes signature) {
        try {
            return StandardDSAEncoding.INSTANCE.decode(LabKeys.P256.getN(), signature.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
