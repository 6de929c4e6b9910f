// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.zip.CRC32C;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;

/** Short digests of attributes, of the facts of a session, and of keys. */
final class Digests {
    static final int ATTRIBUTE = 16;
    /** Length in bytes of the digest of a key. */
    static final int KEY = 16;

    /** One digest per thread, because creating a digest takes longer than hashing a key. */
    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Digests::sha256);

    private Digests() {}

    /** Returns the first 16 bytes of SHA-256 over a BGPsec_PATH; empty for plain BGP. */
    static ByteString ofAttribute(Announced a) {
        if (!a.announcement().hasBgpsecPath()) {
            return ByteString.EMPTY;
        }
        MessageDigest sha256 = SHA_256.get();
        a.attribute().addTo(sha256);
        return ByteString.copyFrom(sha256.digest(), 0, ATTRIBUTE);
    }

    /** Returns the first 8 bytes of the hash of an attribute, as in verdicts; 0 without an attribute. */
    static long first8(ByteString attributeHash) {
        long first = 0;
        for (int i = 0; i < Long.BYTES && !attributeHash.isEmpty(); i++) {
            first = first << 8 | attributeHash.byteAt(i) & 0xff;
        }
        return first;
    }

    /**
     * Returns a digest of the session facts that the validation of a path depends on, except the target AS. The
     * operator and the router determine these facts, not an attacker, so that 32 bits suffice.
     */
    static int ofFacts(Announcement a) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(16)
                .putInt(a.getFirstAs())
                .putInt(a.getLoopAs())
                .putInt(a.getPeerAs())
                .put((byte) a.getRelationValue())
                .put((byte) ((a.getPcountZeroAllowed() ? 1 : 0) | (a.getDualPath() ? 2 : 0)))
                .put((byte) (a.hasFirstAs() ? 1 : 0))
                .put((byte) (a.hasLoopAs() ? 1 : 0))
                .flip());
        return (int) sum.getValue();
    }

    /**
     * Returns the first 16 bytes of SHA-256 over the SubjectPublicKeyInfo of a key. The digest distinguishes keys of
     * the same AS and SKI.
     */
    static ByteString ofKey(RouterKey key) {
        MessageDigest sha256 = SHA_256.get();
        key.spki().addTo(sha256);
        return ByteString.copyFrom(sha256.digest(), 0, KEY);
    }

    /**
     * Returns a digest of all keys of the RPKI set that could verify a hop of the path. While the digest stays the
     * same, the validation stays the same.
     */
    static long ofKeysFor(SecurePath path, RpkiSet rpki) {
        MessageDigest sha256 = SHA_256.get();
        for (SecurePath.SignatureBlock block : path.blocks()) {
            int hops = Math.min(block.segments().size(), path.segments().size());
            for (int i = 0; i < hops; i++) {
                List<Bytes> spkis =
                        rpki
                                .routerKeys(
                                        path.segments().get(i).asn(),
                                        block.segments().get(i).ski())
                                .stream()
                                .map(RouterKey::spki)
                                .sorted()
                                .toList();
                sha256.update(number(i, spkis.size()));
                for (Bytes spki : spkis) {
                    sha256.update(number(1, spki.length()));
                    spki.addTo(sha256);
                }
            }
        }
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    private static byte[] number(int high, int low) {
        return ByteBuffer.allocate(8).putInt(high).putInt(low).array();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
