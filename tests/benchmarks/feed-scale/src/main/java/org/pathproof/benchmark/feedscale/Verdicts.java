// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * Records of pathproof.sessions and pathproof.verdicts as the collector and the validator write them. A router has two
 * peers, and from each of them a signed path to every prefix. The path of peer 0 is the shorter one.
 */
final class Verdicts {
    static final long OWN_AS = 64_999;

    private static final int FIRST_PREFIX = 0x1400_0000;
    private static final int PREFIX_STEP = 1 << 8;
    private static final int FIRST_ORIGIN_AS = 100_000;

    private Verdicts() {}

    static Prefix prefix(int number) {
        return Prefix.ipv4(FIRST_PREFIX + number * PREFIX_STEP, 24);
    }

    static String routerName(int router) {
        return "r" + router;
    }

    static byte[] key(int router, int peer, int prefix) {
        return new RouteKey(prefix(prefix), AfiSafi.SAFI_UNICAST, session(router, peer), 0).toBytes();
    }

    static SessionId session(int router, int peer) {
        return new SessionId(Bytes.wrap(number(SessionId.LENGTH, 2 * router + peer)));
    }

    static byte[] routerHash(int router) {
        return number(16, router);
    }

    private static byte[] number(int length, int number) {
        return ByteBuffer.allocate(length)
                .putInt(length - Integer.BYTES, number)
                .array();
    }

    /** Returns the session record of a router's peer: the post-policy Adj-RIB-In. */
    static byte[] sessionRecord(int router, int peer) {
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(session(router, peer).bytes().toArray()))
                .setRouterHash(ByteString.copyFrom(routerHash(router)))
                .setRouterIp(RouterProcess.address(router))
                .setRouterName(routerName(router))
                .setPeerHash(ByteString.copyFrom(number(16, 1_000_000 + peer)))
                .setPeerIp("192.0.2." + (1 + peer))
                .setPeerAs(65_001 + peer)
                .setPeerBgpId(0xc000_0201 + peer)
                .setView(RibView.ADJ_RIB_IN_POST)
                .setState(State.UP)
                .setEpoch(1)
                .setLocalAs((int) OWN_AS)
                .setBgpsecSeen(true)
                .setRoutesSeen(true)
                .build()
                .toByteArray();
    }

    /** Returns the verdict on the path of a peer. A path whose origin lost its key is NOT_VALID. */
    static byte[] verdict(int router, int peer, int prefix, boolean valid) {
        List<Integer> path = path(peer, prefix);
        Verdict.Builder verdict = Verdict.newBuilder()
                .setState(valid ? PathState.VALID : PathState.NOT_VALID)
                .setOrigin(OriginState.ORIGIN_VALID)
                .setOriginAs(path.getLast())
                .setTargetAs((int) OWN_AS)
                .setAttributeDigest(0x0123_4567_89ab_cdefL)
                .setRpkiSerial(7)
                .setEpoch(1)
                .setReceivedUs(1_793_491_200_000_000L)
                .setValidatedUs(1_793_491_200_000_000L)
                .addAllAsPath(path)
                .setNextHop(ByteString.copyFrom(nextHop(router, peer).toArray()))
                .setPathAttributes(ByteString.copyFrom(attributes(path).encode().toArray()));
        for (int i = path.size() - 1; i >= 0; i--) {
            boolean lost = !valid && i == path.size() - 1;
            verdict.addHops(Hop.newBuilder()
                    .setAsn(path.get(i))
                    .setPcount(1)
                    .setSki(ByteString.copyFrom(number(20, path.get(i))))
                    .setResult(lost ? "key-not-found" : "verified"));
        }
        if (!valid) {
            verdict.addFindings(Finding.newBuilder()
                    .setRule("key-not-found")
                    .setHop(1)
                    .setAsn(path.getLast())
                    .setMessage("No router key of AS " + path.getLast() + " has the SKI of hop 1."));
        }
        return verdict.build().toByteArray();
    }

    static Bytes nextHop(int router, int peer) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES)
                .putInt(0, 0x0a00_0000 | router << 4 | 1 + peer)
                .array());
    }

    private static List<Integer> path(int peer, int prefix) {
        int origin = FIRST_ORIGIN_AS + prefix / Sizes.PREFIXES_OF_A_PATH;
        return peer == 0 ? List.of(65_001, 64_501, origin) : List.of(65_002, 64_502, 64_503, origin);
    }

    private static RoutePathAttributes attributes(List<Integer> path) {
        return new RoutePathAttributes(
                attributes(path.stream().map(Integer::longValue).toList(), List.of()));
    }

    /** Returns attributes of a usual size: the given ones, ORIGIN, AS_PATH and two communities. */
    static List<PathAttribute> attributes(List<Long> path, List<PathAttribute> more) {
        List<PathAttribute> list = new ArrayList<>(more);
        list.add(new Origin(PathAttribute.FLAG_TRANSITIVE, 0));
        list.add(new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, path))));
        list.add(new Communities(
                PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE,
                List.of(65_001 << 16 | 100, 65_001 << 16 | 200)));
        return list;
    }
}
