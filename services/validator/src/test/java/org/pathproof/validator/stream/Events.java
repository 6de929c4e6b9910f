// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import com.google.protobuf.ByteString;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.SessionMark;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Withdrawal;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Creates records as a collector writes them. */
public final class Events {
    public static final long TARGET = 65000;

    private Events() {}

    public static SessionId session(int number) {
        byte[] bytes = new byte[SessionId.LENGTH];
        bytes[0] = (byte) number;
        bytes[15] = (byte) number;
        return new SessionId(Bytes.wrap(bytes));
    }

    public static RouteKey route(String prefix, int session) {
        return new RouteKey(Prefix.parse(prefix), 1, session(session), 0);
    }

    /** Returns an announcement of a signed path through {@code ases}, origin first. */
    public static Announcement.Builder announcement(Bytes attribute, long... ases) {
        Announcement.Builder a = Announcement.newBuilder()
                .setTargetAs((int) TARGET)
                .setLoopAs((int) TARGET)
                .setPeerAs((int) ases[ases.length - 1])
                .setFirstAs((int) ases[ases.length - 1])
                .setOriginAs((int) ases[0])
                .setNextHop(ByteString.copyFrom(new byte[] {10, 0, 0, 1}))
                .setBgpsecPath(ByteString.copyFrom(attribute.toArray()));
        for (int i = ases.length - 1; i >= 0; i--) {
            a.addAsPath((int) ases[i]);
        }
        return a;
    }

    public static RouteEvent announced(Announcement announcement, long epoch) {
        return event(epoch).setAnnouncement(announcement).build();
    }

    public static RouteEvent withdrawn(long epoch) {
        return event(epoch).setWithdrawal(Withdrawal.getDefaultInstance()).build();
    }

    public static RouteEvent mark(long epoch, int family) {
        return event(epoch).setMark(SessionMark.newBuilder().setFamily(family)).build();
    }

    public static Session down(int session, long epoch) {
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(session(session).bytes().toArray()))
                .setRouterHash(ByteString.copyFromUtf8("router-" + session))
                .setRouterIp("192.0.2." + session)
                .setState(State.DOWN)
                .setEpoch(epoch)
                .setDeadBefore(epoch)
                .build();
    }

    private static RouteEvent.Builder event(long epoch) {
        return RouteEvent.newBuilder().setEpoch(epoch).setReceivedUs(Clock.nowUs());
    }
}
