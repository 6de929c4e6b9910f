// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Creates records of pathproof.verdicts and pathproof.sessions in the form of the validator and the collector. */
public final class Records {
    /** 2026-11-01T00:00:00Z. */
    public static final long TIME_US = 1_793_491_200_000_000L;

    private static final byte[] SKI = new byte[20];

    private Records() {}

    public static SessionId sessionId(int number) {
        byte[] bytes = new byte[SessionId.LENGTH];
        bytes[SessionId.LENGTH - 2] = (byte) (number >> 8);
        bytes[SessionId.LENGTH - 1] = (byte) number;
        return new SessionId(Bytes.wrap(bytes));
    }

    public static RouteKey key(String prefix, int session) {
        return key(prefix, session, 0);
    }

    public static RouteKey key(String prefix, int session, long pathId) {
        return new RouteKey(Prefix.parse(prefix), 1, sessionId(session), pathId);
    }

    /** Returns an SKI whose first byte is a number. */
    public static ByteString ski(int number) {
        byte[] bytes = SKI.clone();
        bytes[0] = (byte) number;
        return ByteString.copyFrom(bytes);
    }

    /**
     * Returns a session that is up, with BGPsec negotiated and received. Router number R has the address 10.0.0.R and
     * the name rR. Peer number P has the address 192.0.2.P and the AS number 65000 + P.
     */
    public static Session.Builder session(int number, int router, int peer) {
        byte[] routerHash = new byte[16];
        Arrays.fill(routerHash, (byte) router);
        byte[] peerHash = new byte[16];
        Arrays.fill(peerHash, (byte) (0x40 + peer));
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(sessionId(number).bytes().toArray()))
                .setRouterHash(ByteString.copyFrom(routerHash))
                .setRouterIp("10.0.0." + router)
                .setRouterName("r" + router)
                .setPeerHash(ByteString.copyFrom(peerHash))
                .setPeerIp("192.0.2." + peer)
                .setPeerAs(65000 + peer)
                .setPeerBgpId(0xc0000200 + peer)
                .setView(RibView.ADJ_RIB_IN_PRE)
                .setState(State.UP)
                .setEpoch(1)
                .setLocalAs(64999)
                .setFacts(PeerFacts.newBuilder().setBgpsecReceiveIpv4(true).setFourOctetAs(true))
                .setChangedUs(TIME_US)
                .setBgpsecSeen(true)
                .setRoutesSeen(true)
                .setCollectorId("collector-1");
    }

    /** Returns the verdict of a route without signatures. */
    public static Verdict.Builder unsigned(Integer... path) {
        return Verdict.newBuilder()
                .setState(PathState.UNSIGNED)
                .setOrigin(OriginState.ORIGIN_NOT_FOUND)
                .setOriginAs(path[path.length - 1])
                .setRpkiSerial(7)
                .setEpoch(1)
                .setReceivedUs(TIME_US)
                .setValidatedUs(TIME_US + 1500)
                .addAllAsPath(List.of(path))
                .setNextHop(ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 1}));
    }

    /**
     * Returns the verdict of a signed route. Every hop has the same result, {@code ""} for VALID. The path begins with
     * the nearest AS.
     */
    public static Verdict.Builder signed(PathState state, String result, Integer... path) {
        Verdict.Builder verdict = unsigned(path)
                .setState(state)
                .setOrigin(OriginState.ORIGIN_VALID)
                .setTargetAs(64999)
                .setAttributeDigest(0x0123456789abcdefL);
        for (int i = path.length - 1; i >= 0; i--) {
            verdict.addHops(Hop.newBuilder()
                    .setAsn(path[i])
                    .setPcount(1)
                    .setSki(ski(path.length - i))
                    .setResult(result));
        }
        return verdict;
    }

    public static Verdict.Builder valid(Integer... path) {
        return signed(PathState.VALID, "", path);
    }

    /** Returns the verdict of a path in which the signature of one hop does not verify. */
    public static Verdict.Builder notValid(int hop, Integer... path) {
        Verdict.Builder verdict = signed(PathState.NOT_VALID, "verified", path);
        int asn = path[path.length - hop];
        return verdict.setHops(hop - 1, verdict.getHops(hop - 1).toBuilder().setResult("signature-mismatch"))
                .addFindings(Finding.newBuilder()
                        .setRule("signature-mismatch")
                        .setHop(hop)
                        .setAsn(asn)
                        .setSki(ski(hop))
                        .setMessage("The signature of hop " + hop + " (AS " + asn + ") does not verify."));
    }
}
