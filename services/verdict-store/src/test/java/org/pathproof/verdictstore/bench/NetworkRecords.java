// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Records of a network of sessions that all have a full table. Sessions 2i and 2i + 1 are the views of a peering before
 * and after policy, with one path. A peering belongs to one of some neighbors, and each neighbor has another path to
 * each prefix. Prefixes share base paths as in a table of RouteViews: 7 prefixes a path, 3.8 ASes on average.
 */
final class NetworkRecords {
    static final long START_US = 1_793_491_200_000_000L;

    private static final int PREFIXES_OF_PATH = 7;
    private static final int SKI_LENGTH = 20;
    private static final byte[] RULE = "key-not-found".getBytes(StandardCharsets.US_ASCII);

    private final Prefix[] prefixes;
    private final int[][] basePaths;
    private final SessionId[] sessions;
    private final int neighbors;
    private final int signedPercent;
    private final byte[] value = new byte[4096];
    private final byte[] part = new byte[512];

    NetworkRecords(int prefixCount, int sessionCount, int neighbors, int signedPercent) {
        this.neighbors = neighbors;
        this.signedPercent = signedPercent;
        Random random = new Random(1);
        Set<Prefix> seen = new HashSet<>();
        while (seen.size() < prefixCount) {
            int length = random.nextInt(100) < 60 ? 24 : 14 + random.nextInt(10);
            seen.add(
                    random.nextInt(20) == 0
                            ? Prefix.ipv6(0x2000L << 48 | random.nextLong(1L << 33) << 12, 0, 32 + random.nextInt(17))
                            : Prefix.ipv4((1 + random.nextInt(223)) << 24 | random.nextInt(1 << 24), length));
        }
        prefixes = seen.toArray(Prefix[]::new);
        Arrays.sort(prefixes);
        basePaths = new int[Math.max(1, prefixCount / PREFIXES_OF_PATH)][];
        for (int i = 0; i < basePaths.length; i++) {
            int length = 2 + random.nextInt(4);
            basePaths[i] = random.ints(length, 1, 70_000).toArray();
        }
        sessions = new SessionId[sessionCount];
        for (int i = 0; i < sessionCount; i++) {
            byte[] id = new byte[SessionId.LENGTH];
            Words.putI64(id, 0, Words.mix(2L * i + 1));
            Words.putI64(id, 8, Words.mix(2L * i + 2));
            sessions[i] = new SessionId(Bytes.wrap(id));
        }
    }

    int prefixCount() {
        return prefixes.length;
    }

    int sessionCount() {
        return sessions.length;
    }

    int neighbors() {
        return neighbors;
    }

    int neighborOf(int session) {
        return session / 2 % neighbors;
    }

    Prefix prefix(int i) {
        return prefixes[i];
    }

    SessionId sessionId(int i) {
        return sessions[i];
    }

    /** Returns an AS that originates about seven prefixes. */
    int originOf(int prefix) {
        int[] base = basePaths[pathOf(prefix)];
        return base[base.length - 1];
    }

    private int pathOf(int prefix) {
        return (int) Long.remainderUnsigned(Words.mix(prefix / 3), basePaths.length);
    }

    byte[] session(int i, State state, long epoch, long deadBefore) {
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(sessions[i].bytes().toArray()))
                .setRouterIp("10.0." + i / 20 + ".1")
                .setRouterName("r" + i / 20)
                .setPeerIp("192.0.2." + i % 20)
                .setPeerAs(64500 + neighborOf(i))
                .setView(i % 2 == 0 ? RibView.ADJ_RIB_IN_PRE : RibView.ADJ_RIB_IN_POST)
                .setState(state)
                .setEpoch(epoch)
                .setDeadBefore(deadBefore)
                .build()
                .toByteArray();
    }

    byte[] key(int prefix, int session) {
        return new RouteKey(prefixes[prefix], 1, sessions[session], 0).toBytes();
    }

    /**
     * Returns the verdict of a route.
     *
     * @param neighbor the neighbor whose path the session prefers
     * @param version changes times and communities
     */
    byte[] verdict(int prefix, int session, int neighbor, int version) throws IOException {
        int[] base = basePaths[pathOf(prefix)];
        long ofPath = Words.mix((long) pathOf(prefix) << 16 | neighbor);
        long ofPrefix = Words.mix(prefix + 77L);
        boolean signed = Long.remainderUnsigned(Words.mix(pathOf(prefix) + 5L), 100) < signedPercent;
        boolean broken = signed && (ofPrefix & 1023) == 0 && (ofPath & 7) == 0;
        int[] path = new int[base.length + 2];
        int ases = 0;
        path[ases++] = 3000 + neighbor * 37;
        if ((ofPath & 1) != 0) {
            path[ases++] = 100 + (int) (ofPath >>> 8 & 511);
        }
        System.arraycopy(base, 0, path, ases, base.length);
        ases += base.length;
        int origin = path[ases - 1];
        CodedOutputStream out = CodedOutputStream.newInstance(value);
        out.writeEnum(Verdict.STATE_FIELD_NUMBER, broken ? 2 : signed ? 1 : 3);
        out.writeEnum(Verdict.ORIGIN_FIELD_NUMBER, Long.remainderUnsigned(ofPrefix, 100) < 55 ? 1 : 0);
        out.writeUInt32(Verdict.ORIGIN_AS_FIELD_NUMBER, origin);
        out.writeUInt32(Verdict.RPKI_SERIAL_FIELD_NUMBER, 1000 + version / 1000);
        out.writeUInt64(Verdict.EPOCH_FIELD_NUMBER, 1);
        long time = START_US + session * 60_000_000L + prefix * 50L + version * 10_000L;
        out.writeUInt64(Verdict.RECEIVED_US_FIELD_NUMBER, time);
        out.writeUInt64(Verdict.VALIDATED_US_FIELD_NUMBER, time + 20_000);
        if (signed) {
            out.writeFixed64(Verdict.ATTRIBUTE_DIGEST_FIELD_NUMBER, ofPrefix ^ ofPath);
        }
        out.writeUInt32(Verdict.TARGET_AS_FIELD_NUMBER, 64500);
        CodedOutputStream packed = CodedOutputStream.newInstance(part);
        for (int i = 0; i < ases; i++) {
            packed.writeUInt32NoTag(path[i]);
        }
        out.writeByteArray(Verdict.AS_PATH_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        out.writeByteArray(Verdict.NEXT_HOP_FIELD_NUMBER, new byte[] {10, (byte) (session >> 8), (byte) session, 1});
        long communities = Words.mix(pathOf(prefix)) + version;
        packed = CodedOutputStream.newInstance(part);
        for (int i = 0; i < 3; i++) {
            packed.writeFixed32NoTag(64500 << 16 | (session & 1) << 15 | ((int) (communities % 2000) + i * 7) & 0x7fff);
        }
        out.writeByteArray(Verdict.COMMUNITIES_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        if (broken) {
            packed = CodedOutputStream.newInstance(part);
            packed.writeByteArray(1, RULE);
            packed.writeUInt32(2, 1);
            packed.writeUInt32(3, origin);
            out.writeByteArray(Verdict.FINDINGS_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        }
        for (int i = ases - 1; signed && i >= 0; i--) {
            packed = CodedOutputStream.newInstance(part);
            packed.writeUInt32(1, path[i]);
            packed.writeUInt32(2, 1);
            byte[] ski = new byte[SKI_LENGTH];
            Words.putI64(ski, 0, Words.mix(path[i]));
            packed.writeByteArray(4, ski);
            out.writeByteArray(Verdict.HOPS_FIELD_NUMBER, part, 0, packed.getTotalBytesWritten());
        }
        out.writeEnum(Verdict.ASPA_FIELD_NUMBER, Long.remainderUnsigned(ofPath, 1000) < 200 ? 1 : 3);
        out.writeEnum(Verdict.ASPA_PROCEDURE_FIELD_NUMBER, 1);
        return Arrays.copyOf(value, out.getTotalBytesWritten());
    }
}
