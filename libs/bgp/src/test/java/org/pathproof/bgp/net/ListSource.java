// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Update;

/** A source with one UPDATE for each route, and End-of-RIB after each table. */
final class ListSource implements UpdateSource {
    static final Bytes NEXT_HOP_IPV4 = Bytes.fromHex("c0000263");
    static final Bytes NEXT_HOP_IPV6 = Bytes.fromHex("20010db8000000000000000000000001");

    /** Announced routes, by family. */
    private final Map<AfiSafi, Map<Nlri, Boolean>> tables = new TreeMap<>();

    private final Deque<BgpMessage> queue = new ArrayDeque<>();
    final List<String> events = new CopyOnWriteArrayList<>();
    final AtomicLong polled = new AtomicLong();
    private @Nullable NegotiatedSession session;
    private @Nullable Runnable wakeUp;

    synchronized void announce(Nlri route) {
        table(route).put(route, true);
        change(route, true);
    }

    synchronized void announce(String prefix) {
        announce(Nlri.of(Prefix.parse(prefix)));
    }

    synchronized void withdraw(String prefix) {
        Nlri route = Nlri.of(Prefix.parse(prefix));
        table(route).remove(route);
        change(route, false);
    }

    private Map<Nlri, Boolean> table(Nlri route) {
        return tables.computeIfAbsent(family(route), f -> new LinkedHashMap<>());
    }

    private void change(Nlri route, boolean announced) {
        Runnable wake = wakeUp;
        if (session != null && wake != null) {
            queue.add(announced ? announcement(session, route) : withdrawal(route));
            wake.run();
        }
    }

    @Override
    public synchronized void onSessionEstablished(NegotiatedSession established, Runnable wake) {
        events.add("established");
        session = established;
        wakeUp = wake;
        queue.clear();
        established.families().forEach(family -> {
            queueTable(established, family);
            queue.add(endOfRib(family));
        });
    }

    private void queueTable(NegotiatedSession established, AfiSafi family) {
        tables.getOrDefault(family, Map.of()).keySet().forEach(route -> queue.add(announcement(established, route)));
    }

    @Override
    public synchronized Optional<Bytes> poll() {
        BgpMessage message = queue.poll();
        if (message == null || session == null) {
            return Optional.empty();
        }
        polled.incrementAndGet();
        return Optional.of(BgpCodec.encode(message, session.sending()));
    }

    @Override
    public synchronized void refresh(AfiSafi family) {
        events.add("refresh " + family);
        NegotiatedSession current = session;
        if (current != null) {
            if (current.enhancedRefresh()) {
                queue.add(new RouteRefresh(family, 1));
            }
            queueTable(current, family);
            if (current.enhancedRefresh()) {
                queue.add(new RouteRefresh(family, 2));
            }
        }
    }

    @Override
    public synchronized void onSessionClosed() {
        events.add("closed");
        session = null;
        queue.clear();
    }

    synchronized Optional<NegotiatedSession> session() {
        return Optional.ofNullable(session);
    }

    static AfiSafi family(Nlri route) {
        return new AfiSafi(route.prefix().afi(), AfiSafi.SAFI_UNICAST);
    }

    private static Update announcement(NegotiatedSession session, Nlri route) {
        List<PathAttribute> attributes = new ArrayList<>();
        boolean ipv4 = family(route).equals(AfiSafi.IPV4_UNICAST);
        attributes.add(new Origin(0x40, 0));
        attributes.add(new AsPath(
                0x40, session.isInternal() ? List.of() : List.of(new AsPath.Segment(2, List.of(session.localAs())))));
        if (ipv4) {
            attributes.add(new NextHop(0x40, NEXT_HOP_IPV4));
        }
        if (session.isInternal()) {
            attributes.add(new LocalPref(0x40, 200));
        }
        if (!ipv4) {
            attributes.add(new MpReach(0x80, AfiSafi.IPV6_UNICAST, NEXT_HOP_IPV6, List.of(route), Bytes.EMPTY));
        }
        return new Update(List.of(), attributes, ipv4 ? List.of(route) : List.of(), List.of());
    }

    private static Update withdrawal(Nlri route) {
        return family(route).equals(AfiSafi.IPV4_UNICAST)
                ? new Update(List.of(route), List.of(), List.of(), List.of())
                : new Update(
                        List.of(),
                        List.of(new MpUnreach(0x80, AfiSafi.IPV6_UNICAST, List.of(route), Bytes.EMPTY)),
                        List.of(),
                        List.of());
    }

    private static Update endOfRib(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST)
                ? new Update(List.of(), List.of(), List.of(), List.of())
                : new Update(
                        List.of(), List.of(new MpUnreach(0x80, family, List.of(), Bytes.EMPTY)), List.of(), List.of());
    }
}
