// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Identifies a route by prefix, family, session and path id. The key of a Kafka record has this layout:
 *
 * <pre>
 *  bytes   1     1      1        (length + 7) / 8   16        4, only if not 0
 *          AFI   SAFI   length   prefix             session   path id
 * </pre>
 *
 * <p>In the order of their bytes, keys are sorted by family, prefix length and prefix. A hash of the bytes up to the
 * prefix selects the partition. A key with AFI 0 is that of a session's marker ({@link #sessionMarker}), which is
 * written to every partition.
 *
 * @param pathId Path Identifier (RFC 7911 section 3) as an unsigned 32-bit number, 0 without ADD-PATH
 */
public record RouteKey(Prefix prefix, int safi, SessionId session, long pathId) {
    /** Returns the bytes of the key of a Kafka record. */
    public byte[] toBytes() {
        int prefixBytes = (prefix.length() + 7) / 8;
        byte[] key = new byte[3 + prefixBytes + SessionId.LENGTH + (pathId == 0 ? 0 : 4)];
        key[0] = (byte) prefix.afi();
        key[1] = (byte) safi;
        key[2] = (byte) prefix.length();
        prefix.copyNlriBytes(key, 3);
        session.bytes().copyTo(key, 3 + prefixBytes);
        for (int i = 0, at = key.length - 4; pathId != 0 && i < 4; i++) {
            key[at + i] = (byte) (pathId >>> (24 - 8 * i));
        }
        return key;
    }

    /**
     * Decodes the key of a Kafka record.
     *
     * @throws IllegalArgumentException if the bytes are not a route key
     */
    public static RouteKey ofBytes(byte[] key) {
        ByteReader r = new ByteReader(Bytes.wrap(key));
        if (!r.has(3)) {
            throw new IllegalArgumentException("not a route key: the length of " + key.length + " bytes is wrong");
        }
        int afi = r.u8();
        int safi = r.u8();
        int length = r.u8();
        int prefixBytes = (length + 7) / 8;
        if (afi != AfiSafi.AFI_IPV4 && afi != AfiSafi.AFI_IPV6 || length > Prefix.maxLength(afi)) {
            throw new IllegalArgumentException("not a route key: AFI " + afi + " with prefix length " + length);
        }
        int tail = r.remaining() - prefixBytes - SessionId.LENGTH;
        if (tail != 0 && tail != 4) {
            throw new IllegalArgumentException("not a route key: the length of " + key.length + " bytes is wrong");
        }
        Prefix prefix = Prefix.of(afi, r.take(prefixBytes), length);
        SessionId session = new SessionId(r.take(SessionId.LENGTH));
        return new RouteKey(prefix, safi, session, tail == 4 ? r.u32() : 0);
    }

    /** Returns the key of a session's marker: AFI 0, then the session id. */
    public static byte[] sessionMarker(SessionId session) {
        return new ByteWriter(1 + SessionId.LENGTH).u8(0).bytes(session.bytes()).toArray();
    }

    public static boolean isSessionMarker(byte[] key) {
        return key.length == 1 + SessionId.LENGTH && key[0] == 0;
    }

    /** Returns the session of a marker key. */
    public static SessionId markedSession(byte[] key) {
        return new SessionId(Bytes.wrap(key, 1, SessionId.LENGTH));
    }

    /** Returns the length in bytes of the part of a route key up to the end of the prefix. */
    public static int prefixPartLength(byte[] key) {
        return 3 + ((key[2] & 0xff) + 7) / 8;
    }

    public AfiSafi family() {
        return new AfiSafi(prefix.afi(), safi);
    }
}
