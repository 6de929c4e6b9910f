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
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;

/** Short names of what is long: of attributes, of the facts of a session, of keys. */
final class Digests {
    private static final int ATTRIBUTE = 16;
    /** Bytes of the name of a key. */
    static final int KEY = 16;

    /** One for each thread: to make one takes longer than to hash a key. */
    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Digests::sha256);

    private Digests() {}

    /** The first 16 bytes of SHA-256 over a BGPsec_PATH; empty for plain BGP. */
    static ByteString ofAttribute(Announcement a) {
        return a.hasBgpsecPath()
                ? ByteString.copyFrom(SHA_256.get().digest(a.getBgpsecPath().toByteArray()), 0, ATTRIBUTE)
                : ByteString.EMPTY;
    }

    /** What a verdict says of the hash of an attribute: its first 8 bytes; 0 where there is none. */
    static long first8(ByteString attributeHash) {
        long first = 0;
        for (int i = 0; i < Long.BYTES && !attributeHash.isEmpty(); i++) {
            first = first << 8 | attributeHash.byteAt(i) & 0xff;
        }
        return first;
    }

    /**
     * Names the facts of the session that the judgement of a path depends on, beside the target AS. They are the operator's and the
     * router's and not for anybody to choose at will, so that 32 bits of a sum over them do.
     */
    static int ofFacts(Announcement a) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(16)
                .putInt(a.getFirstAs())
                .putInt(a.getLoopAs())
                .putInt(a.getPeerAs())
                .put((byte) a.getRelationValue())
                .put((byte) (a.getPcountZeroAllowed() ? 1 : 0))
                .put((byte) (a.hasFirstAs() ? 1 : 0))
                .put((byte) (a.hasLoopAs() ? 1 : 0))
                .flip());
        return (int) sum.getValue();
    }

    /**
     * Names a key beyond its AS and SKI: the first 16 bytes of SHA-256 over its SubjectPublicKeyInfo. Two keys with one name would have
     * to agree in their SKI, too, which is a SHA-1 of another 160 bits.
     */
    static ByteString ofKey(RouterKey key) {
        MessageDigest sha256 = SHA_256.get();
        key.spki().addTo(sha256);
        return ByteString.copyFrom(sha256.digest(), 0, KEY);
    }

    /** Names all keys of a set that the hops of a path could be verified under: while it stays the same, so does the judgement. */
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
