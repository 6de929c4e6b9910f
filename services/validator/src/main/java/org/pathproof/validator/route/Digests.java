// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;

/** Names made by SHA-256: of announcements, of keys, of attributes. */
final class Digests {
    private static final int IDENTITY = 16;

    private Digests() {}

    /** Names an announcement: what is announced, and the session facts that go with it. How it came to us is no part of it. */
    static ByteString identity(ByteString pathIdentity, Announcement a) {
        MessageDigest sha256 = sha256();
        sha256.update(pathIdentity.asReadOnlyByteBuffer());
        sha256.update(number(a.hasOriginAs() ? 1 : 0, a.getOriginAs()));
        sha256.update(number(a.getAsPathCount(), a.getCommunitiesCount()));
        a.getAsPathList().forEach(asn -> sha256.update(number(0, asn)));
        a.getCommunitiesList().forEach(community -> sha256.update(number(1, community)));
        sha256.update(a.getNextHop().asReadOnlyByteBuffer());
        return ByteString.copyFrom(sha256.digest(), 0, IDENTITY);
    }

    /** Names what of an announcement the judgement of its path depends on, the prefix aside, which is in the key of the route. */
    static ByteString pathIdentity(Announcement a) {
        MessageDigest sha256 = sha256();
        sha256.update(number(a.hasTargetAs() ? 1 : 0, a.getTargetAs()));
        sha256.update(number(a.hasFirstAs() ? 1 : 0, a.getFirstAs()));
        sha256.update(number(a.hasLoopAs() ? 1 : 0, a.getLoopAs()));
        sha256.update(number(a.getPeerAs(), a.getRelationValue() << 1 | (a.getPcountZeroAllowed() ? 1 : 0)));
        for (Finding finding : a.getFindingsList()) {
            sha256.update(finding.toByteString().asReadOnlyByteBuffer());
        }
        sha256.update(number(a.getFindingsCount(), a.hasBgpsecPath() ? 1 : 0));
        sha256.update(a.getBgpsecPath().asReadOnlyByteBuffer());
        return ByteString.copyFrom(sha256.digest(), 0, IDENTITY);
    }

    /** The first 8 octets of SHA-256 over an attribute: by these a router tells which route a verdict is about. */
    static long ofAttribute(ByteString attribute) {
        MessageDigest sha256 = sha256();
        sha256.update(attribute.asReadOnlyByteBuffer());
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    /** Names a key beyond its SKI. */
    static ByteString ofKey(RouterKey key) {
        MessageDigest sha256 = sha256();
        sha256.update(key.spki().asByteBuffer());
        return ByteString.copyFrom(sha256.digest());
    }

    /** Names all keys of a set that the hops of a path could be verified under: while it stays the same, so does the judgement. */
    static long ofKeysFor(SecurePath path, RpkiSet rpki) {
        MessageDigest sha256 = sha256();
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
                    sha256.update(spki.asByteBuffer());
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
