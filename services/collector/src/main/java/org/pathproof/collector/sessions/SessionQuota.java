// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the sessions, routers and peers that this collector holds, also those of routers that have disconnected. A
 * router is known if a rule of {@code pathproof.collector.routers} matches it. Without authentication, a router can use
 * ever new sysNames, so all unknown routers together have a quota, and each address has a part of it. Safe for use by
 * several threads.
 */
public final class SessionQuota {
    private static final Logger log = LoggerFactory.getLogger(SessionQuota.class);
    /** One address gets this part of the quota of unknown routers. */
    private static final int ADDRESS_PART = 4;
    /** One peer gets this part of the memory for held paths. */
    private static final int HELD_PART = 4;

    /** Time after a refusal, in microseconds, during which health reports it. */
    private static final long REPORTED_MICROS = 60_000_000;

    /**
     * A router.
     *
     * @param hash router hash of its sessions
     * @param ip address as text; empty if unknown
     * @param name name from its rule or certificate, else its sysName; may be empty
     */
    public record Router(Bytes hash, String ip, String name) {
        String label() {
            return !name.isEmpty() ? name : !ip.isEmpty() ? ip : hash.toHex();
        }
    }

    /** A bound, named by its setting. The narrowest one is first. */
    public enum Bound {
        ROUTERS_OF_ADDRESS("max-per-address"),
        UNKNOWN_ROUTERS("max-routers"),
        UNKNOWN_SESSIONS_OF_ADDRESS("max-unknown-sessions, a quarter of it for one address"),
        UNKNOWN_SESSIONS("max-unknown-sessions"),
        SESSIONS("max-sessions");

        private final String setting;

        Bound(String setting) {
            this.setting = setting;
        }

        /** Returns the name of the setting below pathproof.collector. */
        public String setting() {
            return setting;
        }
    }

    /**
     * The bounds.
     *
     * @param sessions sessions of all routers
     * @param unknownSessions sessions of all unknown routers, and peers of those that are connected
     * @param routers unknown routers with sessions
     * @param routersOfAddress routers with sessions at one address
     * @param backlogBytes bytes of all messages that wait for a Peer Up
     * @param heldBytes bytes of all paths that are held because they were mirrored with BGPsec_PATH
     */
    public record Limits(
            int sessions, int unknownSessions, int routers, int routersOfAddress, long backlogBytes, long heldBytes) {
        /** No bounds. */
        static final Limits NONE = new Limits(
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
    }

    private static final Bound[] KNOWN_BOUNDS = {Bound.ROUTERS_OF_ADDRESS, Bound.SESSIONS};

    private final String collectorId;
    private final Limits limits;
    private final BiPredicate<String, String> known;
    private final @Nullable CollectorMetrics metrics;
    private final AtomicLong freeBacklog;
    private final AtomicLong freeHeld;
    /** Number of sessions of each unknown router. */
    private final Map<Bytes, Integer> unknownRouters = new HashMap<>();

    private final Map<String, AddressUse> addresses = new HashMap<>();
    private int sessions;
    private int unknownSessions;
    private int peers;
    private int unknownPeers;
    private long refusals;
    private long refusedMicros;
    private String lastRefusal = "";
    private long shed;
    private String lastShed = "";

    /** The sessions and routers at one address. */
    private static final class AddressUse {
        private final Map<Bytes, Integer> routers = new HashMap<>();
        private int unknownSessions;
    }

    /**
     * @param collectorId id of this collector; sessions of other collectors do not count
     * @param known returns true for the address and the name of a router that a rule names
     * @param metrics counts refused and deleted sessions; null for none
     */
    public SessionQuota(
            String collectorId, Limits limits, BiPredicate<String, String> known, @Nullable CollectorMetrics metrics) {
        this.collectorId = collectorId;
        this.limits = limits;
        this.known = known;
        this.metrics = metrics;
        this.freeBacklog = new AtomicLong(limits.backlogBytes());
        this.freeHeld = new AtomicLong(limits.heldBytes());
    }

    /** Returns a quota without bounds. */
    public static SessionQuota unlimited() {
        return new SessionQuota("", Limits.NONE, (ip, name) -> true, null);
    }

    /** Returns the part of a new router in the memory for messages without a Peer Up. */
    public MemoryBudget backlogBudget() {
        return new MemoryBudget(freeBacklog, limits.backlogBytes());
    }

    /** Returns the part of a new router in the memory for held paths. */
    public MemoryBudget heldBudget() {
        return new MemoryBudget(freeHeld, limits.heldBytes() / HELD_PART);
    }

    public Limits limits() {
        return limits;
    }

    public boolean isKnown(Router router) {
        return known.test(router.ip(), router.name());
    }

    public boolean isKnown(Session session) {
        return known.test(session.getRouterIp(), session.getRouterName());
    }

    /** Returns true if the record counts here. */
    public boolean isOwn(Session session) {
        return session.getCollectorId().equals(collectorId);
    }

    /** Returns the scope in which a router can displace others when it reaches a bound. */
    public String scope(Router router, Bound bound) {
        return switch (bound) {
            case ROUTERS_OF_ADDRESS, UNKNOWN_SESSIONS_OF_ADDRESS -> bound + " " + router.ip();
            case SESSIONS -> bound + " " + isKnown(router);
            case UNKNOWN_SESSIONS, UNKNOWN_ROUTERS -> bound.name();
        };
    }

    /** Counts a change of a record; null for no record. */
    public void replace(@Nullable Session before, @Nullable Session after) {
        Session counted = before != null && isOwn(before) ? before : null;
        Session counts = after != null && isOwn(after) ? after : null;
        if (counted == null ? counts == null : counts != null && isAtSamePlace(counted, counts)) {
            return;
        }
        synchronized (this) {
            if (counted != null) {
                count(counted, -1);
            }
            if (counts != null) {
                count(counts, 1);
            }
        }
    }

    private static boolean isAtSamePlace(Session a, Session b) {
        return a.getRouterIp().equals(b.getRouterIp()) && a.getRouterName().equals(b.getRouterName());
    }

    private void count(Session session, int change) {
        Bytes router = Bytes.wrap(session.getRouterHash().toByteArray());
        AddressUse use = addresses.computeIfAbsent(session.getRouterIp(), _ -> new AddressUse());
        sessions += change;
        add(use.routers, router, change);
        if (!isKnown(session)) {
            unknownSessions += change;
            use.unknownSessions += change;
            add(unknownRouters, router, change);
        }
        if (use.routers.isEmpty()) {
            addresses.remove(session.getRouterIp());
        }
    }

    private static void add(Map<Bytes, Integer> counts, Bytes router, int change) {
        if (counts.merge(router, change, Integer::sum) == 0) {
            counts.remove(router);
        }
    }

    /** Returns the bound that one more session of a router exceeds; empty if the session fits. */
    public synchronized Optional<Bound> exceeded(Router router) {
        for (Bound bound : isKnown(router) ? KNOWN_BOUNDS : Bound.values()) {
            if (over(router, bound) >= 0) {
                return Optional.of(bound);
            }
        }
        return Optional.empty();
    }

    /** Returns the number of sessions or routers beyond a bound, negative if one more fits. */
    synchronized int over(Router router, Bound bound) {
        AddressUse use = addresses.get(router.ip());
        return switch (bound) {
            case SESSIONS -> sessions - limits.sessions();
            case UNKNOWN_SESSIONS -> unknownSessions - limits.unknownSessions();
            case UNKNOWN_SESSIONS_OF_ADDRESS ->
                use == null ? -1 : use.unknownSessions - Math.max(1, limits.unknownSessions() / ADDRESS_PART);
            case UNKNOWN_ROUTERS ->
                unknownRouters.containsKey(router.hash()) ? -1 : unknownRouters.size() - limits.routers();
            case ROUTERS_OF_ADDRESS ->
                use == null || use.routers.containsKey(router.hash())
                        ? -1
                        : use.routers.size() - limits.routersOfAddress();
        };
    }

    /** Returns the number of sessions beyond the bounds: of unknown routers, or of all. */
    public synchronized int excess() {
        return Math.max(0, Math.max(unknownSessions - limits.unknownSessions(), sessions - limits.sessions()));
    }

    /**
     * Counts a peer of a connected router. Returns false if the bound of peers is reached, which is that of sessions.
     */
    public boolean takePeer(Router router, long nowMicros) {
        boolean unknown = !isKnown(router);
        Bound bound;
        synchronized (this) {
            bound = unknown && unknownPeers >= limits.unknownSessions() ? Bound.UNKNOWN_SESSIONS : Bound.SESSIONS;
            if (bound == Bound.SESSIONS && peers < limits.sessions()) {
                peers++;
                unknownPeers += unknown ? 1 : 0;
                return true;
            }
        }
        refuse(router, bound, nowMicros);
        return false;
    }

    /** Ends the counting of peers of a router that has disconnected. */
    public void releasePeers(Router router, int count) {
        boolean unknown = !isKnown(router);
        synchronized (this) {
            peers -= count;
            unknownPeers -= unknown ? count : 0;
        }
    }

    /** Counts and logs a session or peer that does not fit. */
    public void refuse(Router router, Bound bound, long nowMicros) {
        boolean first;
        synchronized (this) {
            refusals++;
            first = nowMicros - refusedMicros > REPORTED_MICROS || !lastRefusal.startsWith(router.label() + " ");
            refusedMicros = nowMicros;
            lastRefusal = router.label() + " at " + router.ip() + " (pathproof.collector." + bound.setting() + ")";
        }
        if (metrics != null) {
            metrics.countRefusedSession(bound.name());
        }
        if (first) {
            log.warn(
                    getMarker("sessions-refused"),
                    "sessions of a router refused, the bound is reached: router={} ip={} known={} setting=\"pathproof.collector.{}\"",
                    router.label(),
                    router.ip(),
                    isKnown(router),
                    bound.setting());
        }
    }

    /** Records that the oldest sessions were deleted to keep a bound. */
    public void recordShed(int count, String why) {
        if (count == 0) {
            return;
        }
        synchronized (this) {
            shed += count;
            lastShed = why;
        }
        if (metrics != null) {
            metrics.countShedSessions(count);
        }
        log.warn(
                getMarker("sessions-shed"),
                "oldest sessions of disconnected routers deleted, the bound is reached: reason=\"{}\" count={}",
                why,
                count);
    }

    /** Returns a sentence about sessions that were refused within the last minute; empty if there are none. */
    public synchronized String problem(long nowMicros) {
        return refusals == 0 || nowMicros - refusedMicros > REPORTED_MICROS
                ? ""
                : "routes are missing, because the bound of sessions is reached; the last refused router is "
                        + lastRefusal + ": name your routers in pathproof.collector.routers, or raise the bound";
    }

    /** Returns a sentence about deleted sessions since the start; empty if there are none. */
    public synchronized String note() {
        return shed == 0
                ? ""
                : shed + " oldest sessions of disconnected routers were deleted since the start: " + lastShed;
    }
}
