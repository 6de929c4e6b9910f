// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Records of verdicts and sessions for tests. */
final class Records {
    private Records() {}

    /** Returns the id of a session, whose first byte is its number. */
    static SessionId sessionId(int number) {
        byte[] bytes = new byte[SessionId.LENGTH];
        bytes[0] = (byte) number;
        return new SessionId(Bytes.wrap(bytes));
    }

    static RouteKey key(String prefix, int session) {
        return key(prefix, session, 0);
    }

    static RouteKey key(String prefix, int session, long pathId) {
        return new RouteKey(Prefix.parse(prefix), 1, sessionId(session), pathId);
    }

    /** Returns a session of router rN, N = number / 10, with the peer 192.0.2.number in AS 65000 + number. */
    static Session session(int number, State state, long epoch, long deadBefore) {
        return Session.newBuilder()
                .setRouterIp("10.0.0." + number / 10)
                .setRouterName("r" + number / 10)
                .setPeerIp("192.0.2." + number)
                .setPeerAs(65_000 + number)
                .setView(RibView.ADJ_RIB_IN_PRE)
                .setState(state)
                .setEpoch(epoch)
                .setDeadBefore(deadBefore)
                .setChangedUs(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
                .build();
    }

    /** Returns a verdict; NOT_VALID has a finding of the last AS but one. */
    static Verdict verdict(PathState state, OriginState origin, long epoch, List<Integer> path) {
        Verdict.Builder verdict = Verdict.newBuilder()
                .setState(state)
                .setOrigin(origin)
                .setOriginAs(path.getLast())
                .setEpoch(epoch)
                .addAllAsPath(path);
        if (state == PathState.NOT_VALID) {
            verdict.addFindings(
                    Finding.newBuilder().setRule("signature-mismatch").setHop(1).setAsn(path.getLast()));
        }
        return verdict.build();
    }

    /** Returns the bytes of a verdict; null for null. */
    static byte @Nullable [] bytes(@Nullable Verdict verdict) {
        return verdict == null ? null : verdict.toByteArray();
    }
}
