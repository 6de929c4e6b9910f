// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

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
import org.pathproof.lab.LabPeer;
import org.pathproof.lab.SimulatedRouter;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

/**
 * The overrides that routers need, under the policy {@code reject-not-valid}. The kinds of the updates decide, so the
 * model verifies no signatures. All paths are external, with equal ORIGIN and LOCAL_PREF and without MED, so the length
 * of the AS path and the neighbour's address decide between paths. Thread-safe.
 */
public final class OverrideModel implements LoadListener {
    private static final Comparator<Path> BEST =
            Comparator.<Path>comparingInt(path -> path.asPath().size()).thenComparingLong(Path::address);

    /** A prefix at a router. */
    public record Place(String router, Prefix prefix) {}

    /**
     * A path of a neighbour.
     *
     * @param number number of the update
     * @param address address of the neighbour
     * @param asPath AS path, nearest AS first; empty if the update has none that can be read
     */
    public record Path(int number, Kind kind, long address, List<Long> asPath) {}

    /**
     * The end of a need.
     *
     * @param nanos {@link System#nanoTime} of the event that ended the need
     * @param event the event
     */
    public record End(long nanos, String event) {}

    private static final class Cell {
        final Map<LabPeer, Path> paths = new HashMap<>();
        /** The path that an override announces now; null for no override. */
        @Nullable
        Path needed;

        long sinceNanos;
        /** The ends of needs, by the numbers of the updates. */
        final Map<Integer, End> ended = new HashMap<>();
    }

    private final Map<Place, Cell> cells = new HashMap<>();
    private final Set<LabPeer> down = new HashSet<>();
    private boolean detourKey;

    @Override
    public synchronized void announced(World.Neighbour neighbour, Nlri nlri, int number, Kind kind, Update update) {
        Cell cell = cell(neighbour, nlri);
        LabPeer peer = neighbour.peer();
        if (kind == Kind.TRUNCATED) {
            cell.paths.remove(peer); // treat-as-withdraw: the router has no such path
        } else {
            cell.paths.put(peer, new Path(number, kind, peer.address().u32(0), asPath(update)));
        }
        decide(cell, "announcement " + number + " of kind " + kind);
    }

    @Override
    public synchronized void withdrawn(World.Neighbour neighbour, Nlri nlri) {
        Cell cell = cell(neighbour, nlri);
        cell.paths.remove(neighbour.peer());
        decide(cell, "withdrawal");
    }

    /** The session of a neighbour ends, before the router reports this. */
    public synchronized void peerDown(LabPeer peer) {
        down.add(peer);
        decideAll("end of a session");
    }

    /** The session of a neighbour begins again, with the same routes. */
    public synchronized void peerUp(LabPeer peer) {
        down.remove(peer);
        decideAll("begin of a session");
    }

    /** The key of {@link Kind#DETOUR} is published or withdrawn. */
    public synchronized void detourKey(boolean published) {
        detourKey = published;
        decideAll(published ? "publication of the key" : "withdrawal of the key");
    }

    private void decideAll(String event) {
        cells.values().forEach(cell -> decide(cell, event));
    }

    private Cell cell(World.Neighbour neighbour, Nlri nlri) {
        SimulatedRouter router = neighbour.router();
        return cells.computeIfAbsent(new Place(router.name(), nlri.prefix()), place -> new Cell());
    }

    private static List<Long> asPath(Update update) {
        BgpsecPath attribute = update.find(BgpsecPath.class).orElse(null);
        if (attribute != null) {
            return BgpsecPathCodec.decode(attribute.value()) instanceof Decoded.Ok<SecurePath>(SecurePath path)
                    ? path.segments().stream().map(segment -> segment.asn()).toList()
                    : List.of();
        }
        return update.asPath(BgpSessionOptions.DEFAULT).map(AsPath::asns).orElse(List.of());
    }

    private boolean isAccepted(Path path) {
        return switch (path.kind()) {
            case GOOD, PLAIN -> true;
            case DETOUR -> detourKey;
            case FORGED, MISDIRECTED, ROGUE, TRUNCATED -> false;
        };
    }

    private void decide(Cell cell, String event) {
        Path needed = needed(cell);
        Path before = cell.needed;
        if (before == null ? needed == null : before.equals(needed)) {
            return;
        }
        long now = System.nanoTime();
        if (before != null) {
            cell.ended.put(before.number(), new End(now, event));
        }
        if (needed != null) {
            cell.ended.remove(needed.number());
        }
        cell.needed = needed;
        cell.sinceNanos = now;
    }

    private @Nullable Path needed(Cell cell) {
        List<Path> usable = cell.paths.entrySet().stream()
                .filter(entry -> !down.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        Path best = usable.stream().filter(this::isAccepted).min(BEST).orElse(null);
        boolean threatened = best != null
                && usable.stream()
                        .anyMatch(path -> !isAccepted(path)
                                && path.asPath().size() <= best.asPath().size());
        return threatened ? best : null;
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
    public synchronized void settled() {
        cells.values().forEach(cell -> cell.ended.clear());
    }
}
