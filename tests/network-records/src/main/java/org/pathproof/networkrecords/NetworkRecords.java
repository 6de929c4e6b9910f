// SPDX-License-Identifier: Apache-2.0
package org.pathproof.networkrecords;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Records of a network of sessions that all have a full table. Sessions 2i and 2i + 1 are the views of a peering before
 * and after policy, with one path. A router has two peerings. A peering belongs to one of some neighbors, and each
 * neighbor has another path to each prefix: that of the table, behind the neighbor and perhaps a transit AS. Not
 * thread-safe.
 */
public final class NetworkRecords {
    /** Time at which the first route was received, in microseconds since 1970. */
    public static final long START_US = 1_793_491_200_000_000L;
    /** Number of sessions of a router. */
    public static final int SESSIONS_OF_ROUTER = 4;

    /** Numbers of the states in verdict.proto. */
    private static final int VALID = 1;

    private static final int NOT_VALID = 2;
    private static final int UNSIGNED = 3;
    private static final int ORIGIN_INVALID = 2;

    private static final int LOCAL_AS = 64_500;
    private static final int SKI_LENGTH = 20;
    private static final int HASH_LENGTH = 16;
    private static final long US_OF_VERSION = 1_000_000;
    private static final long PROBABILITY_ONE = 1 << 16;
    private static final byte[] RULE = "key-not-found".getBytes(StandardCharsets.US_ASCII);

    private final NetworkTable table;
    private final SessionId[] sessions;
    private final int neighbors;
    private final int mainTransit;
    /** Probability, of 2^16, that a path with the main transit AS is signed. */
    private final long signedWithTransit;
    /** Probability, of 2^16, that another path is signed. */
    private final long signedWithout;

    private final byte[] value = new byte[4096];
    private final byte[] part = new byte[512];

    /**
     * @param neighbors number of neighbors, each of which has another path to each prefix
     * @param signedPercent percentage of the routes with a signed path. The AS that is in the most paths signs half of
     *     them, if its paths suffice
     */
    public NetworkRecords(NetworkTable table, int sessionCount, int neighbors, int signedPercent) {
        this.table = table;
        this.neighbors = neighbors;
        mainTransit = table.mainTransit();
        double share = table.shareOf(mainTransit);
        double signed = signedPercent / 100.0;
        double ofTransit = Math.min(share, signed / 2);
        signedWithTransit = probability(ofTransit, share);
        signedWithout = probability(signed - ofTransit, 1 - share);
        sessions = new SessionId[sessionCount];
        for (int i = 0; i < sessionCount; i++) {
            sessions[i] = new SessionId(Bytes.wrap(bytes(SessionId.LENGTH, 2L * i + 1)));
        }
    }

    private static long probability(double part, double of) {
        return of == 0 ? 0 : Math.round(PROBABILITY_ONE * Math.min(1, part / of));
    }

    /** Returns a number whose bits all depend on all bits of {@code x}. */
    static long mix(long x) {
        long h = (x ^ x >>> 32) * 0xd6e8_feb8_6659_fd93L;
        h = (h ^ h >>> 32) * 0xd6e8_feb8_6659_fd93L;
        return h ^ h >>> 32;
    }

    /** Returns bytes that depend on a number, 16 of them random and others 0. */
    private static byte[] bytes(int length, long number) {
        return ByteBuffer.allocate(length)
                .putLong(mix(number))
                .putLong(mix(number + 1))
                .array();
    }

    public int prefixCount() {
        return table.size();
    }

    public int sessionCount() {
        return sessions.length;
    }

    public int neighbors() {
        return neighbors;
    }

    public int neighborOf(int session) {
        return session / 2 % neighbors;
    }

    /** Returns the AS of a neighbor, the first of its paths. */
    public static int asOf(int neighbor) {
        return 3000 + neighbor * 37;
    }

    /** Returns the name of the router of a session. */
    public static String routerOf(int session) {
        return "r" + session / SESSIONS_OF_ROUTER;
    }

    /** Returns the address of the peer of a session. */
    public static String peerOf(int session) {
        return "192.0.2." + (1 + session / 2 % 2);
    }

    public static boolean isPostPolicy(int session) {
        return session % 2 != 0;
    }

    public Prefix prefix(int i) {
        return table.prefix(i);
    }

    public SessionId sessionId(int i) {
        return sessions[i];
    }

    /** Returns the AS that originates a prefix. */
    public int originOf(int prefix) {
        int[] path = table.path(prefix);
        return path[path.length - 1];
    }

    /** Returns the part of the paths to a prefix that all neighbors share. The caller does not change it. */
    public int[] sharedPath(int prefix) {
        return table.path(prefix);
    }

    /** Returns true if all paths to a prefix are signed. */
    public boolean isSigned(int prefix) {
        long probability = NetworkTable.contains(table.path(prefix), mainTransit) ? signedWithTransit : signedWithout;
        return (mix(table.pathOf(prefix) + 5L) & PROBABILITY_ONE - 1) < probability;
    }

    /** Returns true if a version of a route is NOT_VALID: a router key of its path is missing. */
    public boolean isNotValid(int prefix, RouteVersion version) {
        return isSigned(prefix)
                && (isBroken(prefix, version.neighbor()) || usesKeyOf(prefix, version.withdrawnKeyOf()));
    }

    /** Returns true if the origin of a prefix has never had a key for the path of a neighbor, in a signed path. */
    private boolean isBroken(int prefix, int neighbor) {
        return (ofPrefix(prefix) & 1023) == 0 && (ofPath(prefix, neighbor) & 7) == 0;
    }

    /** Returns true if the paths of all neighbors to a prefix are signed, and the AS is one of their signers. */
    public boolean usesKeyOf(int prefix, int asn) {
        return asn != 0 && isSigned(prefix) && NetworkTable.contains(table.path(prefix), asn);
    }

    private static long ofPrefix(int prefix) {
        return mix(prefix + 77L);
    }

    private long ofPath(int prefix, int neighbor) {
        return mix((long) table.pathOf(prefix) << 16 | neighbor);
    }

    /**
     * Returns the record of a session.
     *
     * @param deadBefore epoch before which all routes of the session are gone
     */
    public byte[] session(int i, State state, long epoch, long deadBefore) {
        int router = i / SESSIONS_OF_ROUTER;
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(sessions[i].bytes().toArray()))
                .setRouterHash(ByteString.copyFrom(bytes(HASH_LENGTH, -1L - 2L * router)))
                .setRouterIp("10.0." + router + ".1")
                .setRouterName(routerOf(i))
                .setPeerIp(peerOf(i))
                .setPeerAs(LOCAL_AS + 1 + neighborOf(i))
                .setView(isPostPolicy(i) ? RibView.ADJ_RIB_IN_POST : RibView.ADJ_RIB_IN_PRE)
                .setState(state)
                .setEpoch(epoch)
                .setDeadBefore(deadBefore)
                .build()
                .toByteArray();
    }

    public byte[] key(int prefix, int session) {
        return new RouteKey(table.prefix(prefix), 1, sessions[session], 0).toBytes();
    }

    /** Returns the time at which a version of a route was received, in microseconds since 1970. */
    public static long receivedUs(int prefix, int session, int version) {
        return START_US + session * 60_000_000L + prefix * 50L + version * US_OF_VERSION;
    }

    /** Returns the verdict of a route. */
    public byte[] verdict(int prefix, int session, RouteVersion version) throws IOException {
        int[] path = path(prefix, version.neighbor());
        boolean signed = isSigned(prefix);
        boolean notValid = isNotValid(prefix, version);
        CodedOutputStream out = CodedOutputStream.newInstance(value);
        out.writeEnum(Verdict.STATE_FIELD_NUMBER, notValid ? NOT_VALID : signed ? VALID : UNSIGNED);
        out.writeEnum(Verdict.ORIGIN_FIELD_NUMBER, origin(prefix, version));
        out.writeUInt32(Verdict.ORIGIN_AS_FIELD_NUMBER, path[path.length - 1]);
        out.writeUInt32(Verdict.RPKI_SERIAL_FIELD_NUMBER, 1000 + version.number() / 1000);
        out.writeUInt64(Verdict.EPOCH_FIELD_NUMBER, 1);
        long time = receivedUs(prefix, session, version.number());
        out.writeUInt64(Verdict.RECEIVED_US_FIELD_NUMBER, time);
        out.writeUInt64(Verdict.VALIDATED_US_FIELD_NUMBER, time + 20_000);
        if (signed) {
            out.writeFixed64(
                    Verdict.ATTRIBUTE_DIGEST_FIELD_NUMBER, ofPrefix(prefix) ^ ofPath(prefix, version.neighbor()));
        }
        out.writeUInt32(Verdict.TARGET_AS_FIELD_NUMBER, LOCAL_AS);
        CodedOutputStream packed = CodedOutputStream.newInstance(part);
        for (int asn : path) {
            packed.writeUInt32NoTag(asn);
        }
        out.writeByteArray(Verdict.AS_PATH_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        out.writeByteArray(Verdict.NEXT_HOP_FIELD_NUMBER, new byte[] {10, (byte) (session >> 8), (byte) session, 1});
        writeCommunities(out, session, mix(table.pathOf(prefix)) + version.number());
        if (notValid) {
            boolean withdrawn = usesKeyOf(prefix, version.withdrawnKeyOf());
            packed = CodedOutputStream.newInstance(part);
            packed.writeByteArray(1, RULE);
            packed.writeUInt32(2, 1);
            packed.writeUInt32(3, withdrawn ? version.withdrawnKeyOf() : path[path.length - 1]);
            out.writeByteArray(Verdict.FINDINGS_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        }
        if (signed) {
            writeHops(out, path);
        }
        boolean aspaValid = Long.remainderUnsigned(ofPath(prefix, version.neighbor()), 1000) < 200;
        out.writeEnum(Verdict.ASPA_FIELD_NUMBER, aspaValid ? 1 : 3);
        out.writeEnum(Verdict.ASPA_PROCEDURE_FIELD_NUMBER, 1);
        return Arrays.copyOf(value, out.getTotalBytesWritten());
    }

    private int[] path(int prefix, int neighbor) {
        int[] base = table.path(prefix);
        long ofPath = ofPath(prefix, neighbor);
        boolean transit = (ofPath & 1) != 0;
        int[] path = new int[base.length + (transit ? 2 : 1)];
        path[0] = asOf(neighbor);
        if (transit) {
            path[1] = 100 + (int) (ofPath >>> 8 & 511);
        }
        System.arraycopy(base, 0, path, path.length - base.length, base.length);
        return path;
    }

    private static int origin(int prefix, RouteVersion version) {
        return version.originInvalid() ? ORIGIN_INVALID : Long.remainderUnsigned(ofPrefix(prefix), 100) < 55 ? 1 : 0;
    }

    private void writeCommunities(CodedOutputStream out, int session, long number) throws IOException {
        CodedOutputStream packed = CodedOutputStream.newInstance(part);
        for (int i = 0; i < 3; i++) {
            packed.writeFixed32NoTag(LOCAL_AS << 16 | (session & 1) << 15 | ((int) (number % 2000) + i * 7) & 0x7fff);
        }
        out.writeByteArray(Verdict.COMMUNITIES_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
    }

    /** Writes the hops, origin first, each with the key of its AS. */
    private void writeHops(CodedOutputStream out, int[] path) throws IOException {
        for (int i = path.length - 1; i >= 0; i--) {
            CodedOutputStream packed = CodedOutputStream.newInstance(part);
            packed.writeUInt32(1, path[i]);
            packed.writeUInt32(2, 1);
            packed.writeByteArray(4, bytes(SKI_LENGTH, path[i]));
            out.writeByteArray(Verdict.HOPS_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        }
    }
}
