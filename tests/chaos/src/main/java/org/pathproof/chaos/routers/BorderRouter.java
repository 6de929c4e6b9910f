// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.routers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.bgp.net.BgpSpeaker;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.net.SpeakerSettings;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * The BGP side of a simulated router. The router waits for the sessions of all replicas and keeps their routes as RFC
 * 4271 and RFC 4724 require. The router announces nothing. Thread-safe.
 */
public final class BorderRouter implements SpeakerListener, AutoCloseable {
    private final String name;
    private final InetAddress address;
    private final long as;
    private final BgpSpeaker speaker;
    private final RouteListener listener;
    private final Map<InetAddress, Side> sides = new HashMap<>();

    /** The session with one replica. */
    private final class Side implements UpdateSource {
        final int replica;
        final Map<Prefix, HeldRoute> routes = new HashMap<>();
        /** True if the replica's routes stay after the end of its session. */
        private boolean graceful;

        private boolean up;
        private long restartNanos;
        private long keptUntil;

        Side(int replica) {
            this.replica = replica;
        }

        @Override
        public void onSessionEstablished(NegotiatedSession session, Runnable wakeUp) {
            synchronized (BorderRouter.this) {
                graceful = session.gracefulRestart().supported();
                restartNanos = session.gracefulRestart().restartTime().toNanos();
                if (!graceful) {
                    dropAll(this); // the replica did not keep its state
                }
            }
        }

        @Override
        public Optional<Bytes> poll() {
            return Optional.empty();
        }

        @Override
        public void refresh(AfiSafi family) {
            // There are no routes.
        }

        @Override
        public void onSessionClosed() {
            // stateChanged does the work.
        }
    }

    /**
     * Binds the router.
     *
     * @param address address of the router
     * @param as AS of the sessions with the replicas
     * @param replicas addresses of the replicas, in the order of their numbers
     * @param gracefulRestart the router has the capability of RFC 4724
     * @param listener receives the changes of routes; it must not call this object
     */
    public BorderRouter(
            String name,
            InetAddress address,
            long as,
            List<InetAddress> replicas,
            boolean gracefulRestart,
            RouteListener listener)
            throws IOException {
        this.name = name;
        this.address = address;
        this.as = as;
        this.listener = listener;
        speaker = new BgpSpeaker(SpeakerSettings.of(List.of(new InetSocketAddress(address, 0))), this);
        speaker.start();
        for (InetAddress replica : replicas) {
            Side side = new Side(sides.size() + 1);
            sides.put(replica, side);
            speaker.add(
                    new Neighbor(
                            replica,
                            Neighbor.BGP_PORT,
                            Optional.of(address),
                            settings(address, as, gracefulRestart),
                            TcpProtection.NONE),
                    side);
        }
    }

    private static SessionSettings settings(InetAddress own, long as, boolean gracefulRestart) {
        SessionSettings usual =
                SessionSettings.of(as, as, ByteBuffer.wrap(own.getAddress()).getInt());
        return new SessionSettings(
                usual.localAs(),
                usual.peerAs(),
                usual.identifier(),
                usual.families(),
                usual.addPath(),
                usual.holdTime(),
                usual.sendHoldTime(),
                usual.connectRetryMin(),
                usual.connectRetryMax(),
                true,
                gracefulRestart ? usual.gracefulRestart() : Optional.empty(),
                usual.extendedMessages());
    }

    public String name() {
        return name;
    }

    public InetAddress address() {
        return address;
    }

    /** Returns the AS of the sessions with the replicas. */
    public long as() {
        return as;
    }

    public int port() {
        return speaker.addresses().getFirst().getPort();
    }

    /** Returns true while the sessions of all replicas are established. */
    public synchronized boolean hasAllSessions() {
        return sides.values().stream().allMatch(side -> side.up);
    }

    /** Closes the sessions of all replicas for a moment. */
    public void resetSessions() {
        for (InetAddress replica : sides.keySet()) {
            speaker.shutDown(replica, "chaos");
            speaker.resume(replica);
        }
    }

    @Override
    public synchronized void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {
        Side side = side(neighbor);
        if (after == BgpState.ESTABLISHED) {
            side.up = true;
        } else if (before == BgpState.ESTABLISHED) {
            side.up = false;
            if (side.graceful) {
                side.keptUntil = System.nanoTime() + side.restartNanos;
                side.routes.replaceAll((prefix, held) -> new HeldRoute(held.attributes(), held.sinceNanos(), true));
            } else {
                dropAll(side);
            }
        }
    }

    /** Drops the routes of sessions that did not come back within the Restart Time (RFC 4724 section 4.2). */
    public synchronized void expire() {
        for (Side side : sides.values()) {
            if (!side.up && !side.routes.isEmpty() && System.nanoTime() - side.keptUntil > 0) {
                dropAll(side);
            }
        }
    }

    private void dropAll(Side side) {
        for (Prefix prefix : List.copyOf(side.routes.keySet())) {
            remove(side, prefix);
        }
    }

    @Override
    public synchronized void onUpdate(Neighbor neighbor, Update update, boolean treatAsWithdraw) {
        Side side = side(neighbor);
        if (treatAsWithdraw) {
            listener.onMalformedUpdate(name, update);
        }
        update.withdrawn().forEach(nlri -> remove(side, nlri.prefix()));
        Optional<MpUnreach> unreach = update.find(MpUnreach.class);
        unreach.ifPresent(end -> end.withdrawn().forEach(nlri -> remove(side, nlri.prefix())));
        List<PathAttribute> attributes = update.attributes().stream()
                .map(attribute -> attribute instanceof MpReach reach
                        ? new MpReach(reach.flags(), reach.family(), reach.nextHop(), List.of(), Bytes.EMPTY)
                        : attribute)
                .toList();
        update.nlri().forEach(nlri -> put(side, nlri, attributes));
        update.find(MpReach.class).ifPresent(reach -> reach.nlri().forEach(nlri -> put(side, nlri, attributes)));
        if (update.attributes().isEmpty()
                && update.nlri().isEmpty()
                && update.withdrawn().isEmpty()) {
            removeStale(side, AfiSafi.IPV4_UNICAST);
        } else if (update.attributes().size() == 1) {
            unreach.filter(end -> end.withdrawn().isEmpty()).ifPresent(end -> removeStale(side, end.family()));
        }
    }

    private void removeStale(Side side, AfiSafi family) {
        for (Map.Entry<Prefix, HeldRoute> entry : List.copyOf(side.routes.entrySet())) {
            if (entry.getValue().stale() && entry.getKey().afi() == family.afi()) {
                remove(side, entry.getKey());
            }
        }
    }

    private void put(Side side, Nlri nlri, List<PathAttribute> attributes) {
        HeldRoute before = side.routes.get(nlri.prefix());
        if (before != null && before.attributes().equals(attributes)) {
            side.routes.put(nlri.prefix(), new HeldRoute(attributes, before.sinceNanos(), false));
            return;
        }
        HeldRoute now = new HeldRoute(attributes, System.nanoTime(), false);
        side.routes.put(nlri.prefix(), now);
        listener.onChange(name, side.replica, nlri.prefix(), before, now, true);
    }

    private void remove(Side side, Prefix prefix) {
        HeldRoute before = side.routes.remove(prefix);
        if (before != null) {
            boolean covered = sides.values().stream().anyMatch(other -> other.routes.containsKey(prefix));
            listener.onChange(name, side.replica, prefix, before, null, covered);
        }
    }

    private Side side(Neighbor neighbor) {
        Side side = sides.get(neighbor.address());
        if (side == null) {
            throw new IllegalStateException("no replica has the address of " + neighbor);
        }
        return side;
    }

    /** Returns the routes of each replica. */
    public synchronized Map<Integer, Map<Prefix, HeldRoute>> routes() {
        Map<Integer, Map<Prefix, HeldRoute>> all = new HashMap<>();
        sides.values().forEach(side -> all.put(side.replica, Map.copyOf(side.routes)));
        return all;
    }

    @Override
    public void close() {
        speaker.close();
    }
}
