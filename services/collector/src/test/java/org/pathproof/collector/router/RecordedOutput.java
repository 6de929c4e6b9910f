// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Prefix;

/** Records the output of a router's state, and computes live routes by the rules for readers of the topic. */
final class RecordedOutput implements RouterOutput {
    record Route(RouteKey key, RouteEvent event) {}

    final List<Route> routes = new ArrayList<>();
    final List<SessionId> marks = new ArrayList<>();
    final List<Reject> rejects = new ArrayList<>();
    final List<Session> sessionRecords = new ArrayList<>();
    final Sessions sessions;

    RecordedOutput() {
        this(SessionQuota.unlimited());
    }

    RecordedOutput(SessionQuota quota) {
        sessions = new Sessions((id, record) -> sessionRecords.add(record), quota);
    }

    @Override
    public void writeRoute(RouteKey key, byte[] event, ViewLabel from, long receivedMicros) {
        try {
            routes.add(new Route(key, RouteEvent.parseFrom(event)));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void mark(SessionId session, byte[] event) {
        marks.add(session);
        try {
            routes.add(new Route(new RouteKey(Prefix.parse("0.0.0.0/0"), 0, session, 0), RouteEvent.parseFrom(event)));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void reject(Reject reject) {
        rejects.add(reject);
    }

    /** Returns all prefixes that were announced on a session. */
    Set<String> announced(SessionId session) {
        return prefixes(session, true);
    }

    /** Returns all prefixes that were withdrawn on a session. */
    Set<String> withdrawn(SessionId session) {
        return prefixes(session, false);
    }

    private Set<String> prefixes(SessionId session, boolean announced) {
        return routes.stream()
                .filter(r -> r.key().session().equals(session))
                .filter(r -> announced ? r.event().hasAnnouncement() : r.event().hasWithdrawal())
                .map(r -> r.key().prefix().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the live routes of a session, by the rules of session.proto. */
    Map<RouteKey, Announcement> live(SessionId session) {
        Map<RouteKey, RouteEvent> live = new LinkedHashMap<>();
        for (Route route : routes) {
            if (!route.key().session().equals(session)) {
                continue;
            }
            if (route.event().hasAnnouncement()) {
                live.put(route.key(), route.event());
            } else if (route.event().hasWithdrawal()) {
                live.remove(route.key());
            } else {
                int family = route.event().getMark().getFamily();
                live.entrySet()
                        .removeIf(e -> e.getValue().getEpoch() < route.event().getEpoch()
                                && (family == 0
                                        || family >>> 8 == e.getKey().prefix().afi()));
            }
        }
        Session record = session(session);
        return live.entrySet().stream()
                .filter(e -> !RouteLife.isDead(record, e.getValue().getEpoch()))
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().getAnnouncement()));
    }

    Session session(SessionId id) {
        return sessions.find(id).orElseThrow();
    }
}
