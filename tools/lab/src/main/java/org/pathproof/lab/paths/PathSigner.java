// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.lab.sign.BatchSigner;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Signs paths hop by hop, like the ASes of the paths (RFC 8205 section 4.2). Signatures are deterministic (RFC 6979),
 * so the same key and the same signed bytes give the same signature. Not thread-safe.
 */
public final class PathSigner {
    /** ECDSA P-256 with SHA-256 (RFC 8608 section 2.2). */
    public static final int SUITE = 1;

    private final BatchSigner signer = new BatchSigner();

    /** A hop and its signing key. An attacker may sign with the key of another AS. */
    public record Signer(Hop hop, LabKey key) {
        /** Returns the hops of a path, each with the key of its AS. */
        public static List<Signer> of(List<Hop> hops, LabKeys keys) {
            return hops.stream().map(hop -> new Signer(hop, keys.of(hop.asn()))).toList();
        }
    }

    /**
     * A path to sign.
     *
     * @param signers origin first
     * @param targetAs the AS to which the newest hop sends the route
     */
    public record Unsigned(Prefix prefix, List<Signer> signers, long targetAs) {}

    /** A path with the signatures so far. Both lists are in the order of the attribute, newest hop first. */
    private record Growing(
            Unsigned path, List<SecurePath.Segment> segments, List<SecurePath.SignatureSegment> signatures) {
        Growing(Unsigned path) {
            this(path, new ArrayList<>(), new ArrayList<>());
        }

        boolean isComplete() {
            return signatures.size() == path.signers().size();
        }

        Signer next() {
            return path.signers().get(signatures.size());
        }

        /** Adds the segment of the next hop and returns the bytes that this hop signs. */
        Bytes grow() {
            Hop hop = next().hop();
            int above = signatures.size() + 1;
            long target = above < path.signers().size()
                    ? path.signers().get(above).hop().asn()
                    : path.targetAs();
            segments.addFirst(new SecurePath.Segment(hop.pCount(), hop.flags(), hop.asn()));
            List<SecurePath.SignatureSegment> all = new ArrayList<>(signatures);
            // The signed bytes of a hop do not include its signature, so an empty one is added.
            all.addFirst(new SecurePath.SignatureSegment(next().key().ski(), Bytes.EMPTY));
            AfiSafi family = new AfiSafi(path.prefix().afi(), AfiSafi.SAFI_UNICAST);
            return SignedBytes.of(signed(all), 0, segments.size(), target, family, path.prefix());
        }

        SecurePath signed(List<SecurePath.SignatureSegment> all) {
            return new SecurePath(
                    List.copyOf(segments), List.of(new SecurePath.SignatureBlock(SUITE, List.copyOf(all))));
        }
    }

    /** Signs one path like {@link #signAll}. */
    public SecurePath sign(Prefix prefix, List<Signer> signers, long targetAs) {
        return signAll(List.of(new Unsigned(prefix, signers, targetAs))).getFirst();
    }

    /** Signs many paths together, one hop of each path at a time, which is much faster than path by path. */
    public List<SecurePath> signAll(List<Unsigned> paths) {
        List<Growing> growing = paths.stream().map(Growing::new).toList();
        for (List<Growing> open = incomplete(growing); !open.isEmpty(); open = incomplete(open)) {
            List<BatchSigner.Request> requests = new ArrayList<>(open.size());
            for (Growing path : open) {
                Bytes digest = sha256(path.grow());
                requests.add(new BatchSigner.Request(digest, path.next().key().secret()));
            }
            List<Bytes> signatures = signer.sign(requests);
            for (int i = 0; i < open.size(); i++) {
                Growing path = open.get(i);
                path.signatures.addFirst(
                        new SecurePath.SignatureSegment(path.next().key().ski(), signatures.get(i)));
            }
        }
        return growing.stream().map(path -> path.signed(path.signatures)).toList();
    }

    private static List<Growing> incomplete(List<Growing> paths) {
        return paths.stream().filter(path -> !path.isComplete()).toList();
    }

    /** Signs the SHA-256 digest of a message and returns an ECDSA-Sig-Value in DER. */
    public static Bytes sign(Bytes message, LabKey key) {
        return new BatchSigner()
                .sign(List.of(new BatchSigner.Request(sha256(message), key.secret())))
                .getFirst();
    }

    private static Bytes sha256(Bytes message) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            message.addTo(sha256);
            return Bytes.wrap(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public static Bytes der(BigInteger r, BigInteger s) {
        try {
            return Bytes.wrap(StandardDSAEncoding.INSTANCE.encode(LabKeys.P256.getN(), r, s));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static BigInteger[] integers(Bytes signature) {
        try {
            return StandardDSAEncoding.INSTANCE.decode(LabKeys.P256.getN(), signature.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
