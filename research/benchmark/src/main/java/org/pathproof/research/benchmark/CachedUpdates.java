// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.pathproof.captures.mrt.Bgp4mpMessage;
import org.pathproof.captures.mrt.MrtReader;
import org.pathproof.captures.mrt.MrtRecord;
import org.pathproof.captures.mrt.MrtSessions;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/**
 * The caches of S-BGP over recorded UPDATEs: which announcements repeat a route that the cache of their session still
 * has. A withdrawal removes nothing. The routes are unsigned, so attestations are counted and not verified: one for
 * each distinct AS of a path.
 */
final class CachedUpdates {
    /** Depths of the caches; the last one stands for a cache without a bound. */
    static final List<Integer> DEPTHS = List.of(0, 1, 2, 4, Integer.MAX_VALUE);

    private final List<Counter> counters = DEPTHS.stream().map(Counter::new).toList();

    /** A session and a prefix. */
    private record Destination(Bytes peer, Prefix prefix) {}

    /** Counts for one depth. */
    static final class Counter {
        private final int depth;
        private final Map<Destination, Deque<List<Long>>> routes = new HashMap<>();
        private long announcements;
        private long repeatedDestinations;
        private long cached;
        private long attestations;

        Counter(int depth) {
            this.depth = depth;
        }

        private void add(Destination destination, List<Long> path) {
            announcements++;
            Deque<List<Long>> known = routes.get(destination);
            repeatedDestinations += known == null ? 0 : 1;
            if (known == null) {
                known = new ArrayDeque<>();
                routes.put(destination, known);
            }
            if (known.remove(path)) {
                cached++;
            } else {
                attestations += path.stream().distinct().count();
            }
            known.addFirst(path);
            if (known.size() > depth) {
                known.removeLast();
            }
        }

        long announcements() {
            return announcements;
        }

        long cached() {
            return cached;
        }

        long attestations() {
            return attestations;
        }

        /** Returns the announcements of destinations that had an announcement before. */
        long repeatedDestinations() {
            return repeatedDestinations;
        }
    }

    /**
     * Reads recorded UPDATEs: MRT, plain or gzip.
     *
     * @throws IOException if the file cannot be read or has no UPDATE with a path
     */
    static CachedUpdates read(Path file) throws IOException {
        CachedUpdates updates = new CachedUpdates();
        MrtSessions sessions = new MrtSessions();
        try (InputStream in = Files.newInputStream(file);
                MrtReader records = MrtReader.open(in)) {
            while (records.hasNext()) {
                if (records.next().decoded() instanceof Decoded.Ok<MrtRecord>(Bgp4mpMessage message)
                        && sessions.decode(message).message() instanceof Decoded.Ok<BgpMessage>(Update update)) {
                    updates.add(message, update);
                }
            }
        }
        if (updates.counters.getFirst().announcements == 0) {
            throw new IOException(file + " has no announcement: pass a file of UPDATEs in MRT");
        }
        return updates;
    }

    private void add(Bgp4mpMessage message, Update update) {
        List<Long> path = update.asPath(message.options()).map(AsPath::asns).orElse(List.of());
        if (path.isEmpty()) {
            return;
        }
        Bytes peer = message.peering().peerAddress();
        Stream<Nlri> ipv6 = update.find(MpReach.class).stream().flatMap(reach -> reach.nlri().stream());
        List<Nlri> announced = Stream.concat(update.nlri().stream(), ipv6).toList();
        for (Nlri nlri : announced) {
            Destination destination = new Destination(peer, nlri.prefix());
            counters.forEach(counter -> counter.add(destination, path));
        }
    }

    List<Counter> counters() {
        return new ArrayList<>(counters);
    }

    String table() {
        Counter first = counters.getFirst();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d announcements, %,d of them for a prefix that the session had announced before in the file.%n%n",
                first.announcements,
                first.repeatedDestinations));
        text.append("| depth of the cache | answered by the cache | of repeated prefixes | attestations to verify |\n");
        text.append("|--:|--:|--:|--:|\n");
        for (Counter counter : counters) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f %% | %.1f %% | %,d |%n",
                    counter.depth == Integer.MAX_VALUE ? "no bound" : String.valueOf(counter.depth),
                    100.0 * counter.cached / counter.announcements,
                    100.0 * counter.cached / Math.max(1, counter.repeatedDestinations),
                    counter.attestations));
        }
        return text.toString();
    }
}
