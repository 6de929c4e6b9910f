// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.LoadListener;
import org.pathproof.chaos.load.World;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/**
 * The overrides that routers need, under the policy {@code reject-not-valid}. The kinds of the updates decide, so the
 * model verifies no signatures. All paths are external, with equal ORIGIN and LOCAL_PREF and without MED, so the length
 * of the AS path and the neighbor's address decide between paths. Thread-safe.
 */
public final class OverrideModel implements LoadListener {
    private static final Comparator<Path> BEST =
            Comparator.<Path>comparingInt(path -> path.asPath().size()).thenComparingLong(Path::address);

    /**
     * Longest time that a cache may take to respond to key-sync. Its notifications have a timer and a minimum interval.
     */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(1);

    /** A prefix at a router. */
    public record Place(String router, Prefix prefix) {}

    /**
     * A path of a neighbor.
     *
     * @param number number of the update
     * @param address address of the neighbor
     * @param asPath AS path, nearest AS first; empty if the update has none that can be read
     */
    public record Path(int number, Kind kind, long address, List<Long> asPath) {}

    /**
     * The end of a need.
     *
     * @param nanos {@link System#nanoTime} of the event that ended the need
     * @param event the event
     * @param byKey true if the event is a change of the key
     */
    public record End(long nanos, String event, boolean byKey) {}

    private static final class Cell {
        final Timeline<Map<LabPeer, Path>> paths = new Timeline<>(Map.of());
        /** The path that an override announces now; null for no override. */
        @Nullable
        Path needed;

        long sinceNanos;
        /** The ends of needs, by the numbers of the updates. */
        final Map<Integer, End> ended = new HashMap<>();
    }

    private final Map<Place, Cell> cells = new HashMap<>();
    /** Neighbors without a session. */
    private final Timeline<Set<LabPeer>> down = new Timeline<>(Set.of());

    private final Timeline<Boolean> detourKey = new Timeline<>(false);
    private long keyChangedNanos;
    private long longestAnswerNanos;
    private boolean keyReported = true;

    @Override
    public synchronized void onAnnounce(World.Neighbor neighbor, Nlri nlri, int number, Kind kind, Update update) {
        LabPeer peer = neighbor.peer();
        Path path = kind == Kind.TRUNCATED
                ? null // treat-as-withdraw: the router has no such path
                : new Path(number, kind, peer.address().u32(0), World.asPath(update));
        change(cell(neighbor, nlri), peer, path, "announcement " + number + " of kind " + kind);
    }

    @Override
    public synchronized void onWithdraw(World.Neighbor neighbor, Nlri nlri) {
        change(cell(neighbor, nlri), neighbor.peer(), null, "withdrawal");
    }

    private void change(Cell cell, LabPeer peer, @Nullable Path path, String event) {
        Map<LabPeer, Path> paths = new HashMap<>(cell.paths.current());
        if (path == null) {
            paths.remove(peer);
        } else {
            paths.put(peer, path);
        }
        long now = System.nanoTime();
        cell.paths.set(paths, now, now);
        decide(cell, now, event, false);
    }

    /** The session of a neighbor ends, before the router reports this. */
    public synchronized void endSession(LabPeer peer) {
        Set<LabPeer> peers = new HashSet<>(down.current());
        peers.add(peer);
        setPeersWithoutSession(peers, "end of a session");
    }

    /** The session of a neighbor begins again, with the same routes. */
    public synchronized void beginSession(LabPeer peer) {
        Set<LabPeer> peers = new HashSet<>(down.current());
        peers.remove(peer);
        setPeersWithoutSession(peers, "begin of a session");
    }

    private void setPeersWithoutSession(Set<LabPeer> withoutSession, String event) {
        long now = System.nanoTime();
        down.set(withoutSession, now, now);
        cells.values().forEach(cell -> decide(cell, now, event, false));
    }

    /** The RTR cache has or no longer has the key of {@link Kind#DETOUR}. Key-sync does not know yet. */
    public synchronized void setDetourKey(boolean published) {
        long now = System.nanoTime();
        detourKey.set(published, now, now + LONGEST_ANSWER.toNanos());
        keyChangedNanos = now;
        keyReported = false;
        String event = published ? "publication of the key" : "withdrawal of the key";
        cells.values().forEach(cell -> decide(cell, now, event, true));
    }

    /** The RTR cache has answered a query of key-sync with the last change of the key. */
    public synchronized void onKeyResponse() {
        if (!keyReported) {
            keyReported = true;
            long now = System.nanoTime();
            detourKey.endPrevious(now);
            longestAnswerNanos = Math.max(longestAnswerNanos, now - keyChangedNanos);
        }
    }

    /** Returns the longest time from a change of the key to {@link #onKeyResponse}, since the last call. */
    synchronized Duration takeLongestAnswer() {
        Duration longest = Duration.ofNanos(longestAnswerNanos);
        longestAnswerNanos = 0;
        return longest;
    }

    private Cell cell(World.Neighbor neighbor, Nlri nlri) {
        SimulatedRouter router = neighbor.router();
        return cells.computeIfAbsent(new Place(router.name(), nlri.prefix()), place -> new Cell());
    }

    private void decide(Cell cell, long now, String event, boolean byKey) {
        Path needed = needed(cell.paths.current(), down.current(), detourKey.current());
        Path before = cell.needed;
        if (before == null ? needed == null : before.equals(needed)) {
            return;
        }
        if (before != null) {
            cell.ended.put(before.number(), new End(now, event, byKey));
        }
        if (needed != null) {
            cell.ended.remove(needed.number());
        }
        cell.needed = needed;
        cell.sinceNanos = now;
    }

    private static @Nullable Path needed(Map<LabPeer, Path> paths, Set<LabPeer> withoutSession, boolean keyPublished) {
        List<Path> usable = paths.entrySet().stream()
                .filter(entry -> !withoutSession.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        Path best = usable.stream()
                .filter(path -> path.kind().isAccepted(keyPublished))
                .min(BEST)
                .orElse(null);
        boolean threatened = best != null
                && usable.stream()
                        .anyMatch(path -> !path.kind().isAccepted(keyPublished)
                                && path.asPath().size() <= best.asPath().size());
        return threatened ? best : null;
    }

    /**
     * Returns the latest time at which a replica could need an override, or not need it. A replica may know updates,
     * keys and sessions in another order than they happened.
     *
     * @param needed true for the latest time with the need, false for the latest time without it
     * @return {@link System#nanoTime}, at most the current time. If no time is known, {@link Long#MIN_VALUE} for the
     *     need, or the last change of {@link #needed}
     */
    synchronized long latest(Place place, int number, boolean needed) {
        Cell cell = cells.get(place);
        if (cell == null) {
            return Long.MIN_VALUE;
        }
        long now = System.nanoTime();
        long latest = needed ? Long.MIN_VALUE : cell.sinceNanos;
        for (Timeline.Era<Map<LabPeer, Path>> paths : cell.paths.eras()) {
            for (Timeline.Era<Set<LabPeer>> sessions : down.eras()) {
                for (Timeline.Era<Boolean> key : detourKey.eras()) {
                    Path path = needed(paths.value(), sessions.value(), key.value());
                    if ((path != null && path.number() == number) == needed) {
                        long end = Math.min(Math.min(paths.untilNanos(), sessions.untilNanos()), key.untilNanos());
                        latest = Math.max(latest, Math.min(end, now));
                    }
                }
            }
        }
        return latest;
    }

    /** Returns the path of the override that a prefix needs now. */
    public synchronized Optional<Path> needed(Place place) {
        Cell cell = cells.get(place);
        return cell == null ? Optional.empty() : Optional.ofNullable(cell.needed);
    }

    /** Returns the {@link System#nanoTime} of the last change of {@link #needed}; 0 for an unknown prefix. */
    public synchronized long since(Place place) {
        Cell cell = cells.get(place);
        return cell == null ? 0 : cell.sinceNanos;
    }

    /** Returns the end of the need for an override; empty while it is needed, and if it never was. */
    public synchronized Optional<End> endOf(Place place, int number) {
        Cell cell = cells.get(place);
        return cell == null ? Optional.empty() : Optional.ofNullable(cell.ended.get(number));
    }

    /** Returns all overrides that a router needs now. */
    public synchronized Map<Prefix, Path> all(String router) {
        Map<Prefix, Path> all = new HashMap<>();
        cells.forEach((place, cell) -> {
            if (place.router().equals(router) && cell.needed != null) {
                all.put(place.prefix(), cell.needed);
            }
        });
        return all;
    }

    /** Forgets past overrides, after all routers have the current ones. */
    public synchronized void forgetEnded() {
        cells.values().forEach(cell -> cell.ended.clear());
    }
}
