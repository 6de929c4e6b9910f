// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import tools.jackson.databind.JsonNode;

/**
 * Routes with numbered announcements. The newest number in REST shows how far the table is behind the routers. A
 * separate router announces each prefix again at a fixed interval. The middle AS of the AS_PATH is the number. The
 * prefixes are spread over the partitions of Kafka.
 */
public final class Canaries implements AutoCloseable {
    private static final String ROUTER = "canary";
    private static final int PREFIXES = 24;
    private static final long INTERVAL_MS = 500;
    private static final long LOCAL_AS = 64500;
    private static final long PEER_AS = 65020;
    private static final long ORIGIN_AS = 64496;
    private static final long FIRST_NUMBER = 100_000;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final StandaloneSite site;
    private final LabPeer peer = LabPeer.plain(PEER_AS, Bytes.fromHex("c00002f0"));
    private final SimulatedRouter router = new SimulatedRouter(
            ROUTER, Bytes.fromHex("c0000204"), LOCAL_AS, SimulatedRouter.Reporting.MONITORING, Clock.systemUTC());
    private final List<Prefix> prefixes = new ArrayList<>();
    /** The time of each numbered announcement, by {@link System#nanoTime}, for each prefix. */
    private final List<NavigableMap<Long, Long>> announced = new ArrayList<>();

    private final ScheduledExecutorService announcer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("canaries").daemon().factory());
    private long number = FIRST_NUMBER;

    /** Connects the router to the collector of {@code site} and starts to announce. */
    public Canaries(StandaloneSite site) {
        this.site = site;
        router.add(peer);
        for (int i = 0; i < PREFIXES; i++) {
            prefixes.add(Prefix.ipv4(0xc6336400 | i << 3, 29)); // within 198.51.100.0/24 (RFC 5737)
            announced.add(new ConcurrentSkipListMap<>());
        }
        announce();
        router.start(site.bmp());
        var _ = announcer.scheduleAtFixedRate(this::announce, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void announce() {
        number++;
        for (int i = 0; i < PREFIXES; i++) {
            announced.get(i).put(number, System.nanoTime());
            router.announce(peer, LabUpdates.plain(new Nlri(0, prefixes.get(i)), List.of(PEER_AS, number, ORIGIN_AS)));
        }
    }

    /**
     * Returns the time of the oldest announcement that the table does not show, by {@link System#nanoTime}. Returns
     * {@link Long#MAX_VALUE} if the table shows all announcements from before the call.
     *
     * @throws IOException when REST does not respond with 200
     */
    public long oldestUnseen() throws IOException {
        long asked = System.nanoTime();
        StandaloneSite.Answer answer =
                site.get("/api/v1/routes?limit=100&router=" + ROUTER, "application/json", ANSWER_TIMEOUT);
        if (answer.status() != 200) {
            throw new IOException("GET of the canary routes: HTTP " + answer.status() + " " + answer.body());
        }
        long oldest = Long.MAX_VALUE;
        List<Long> shown = shown(answer.json());
        for (int i = 0; i < PREFIXES; i++) {
            NavigableMap<Long, Long> times = announced.get(i);
            times.headMap(shown.get(i)).clear();
            var next = times.higherEntry(shown.get(i));
            if (next != null && next.getValue() < asked) {
                oldest = Math.min(oldest, next.getValue());
            }
        }
        return oldest;
    }

    private List<Long> shown(JsonNode answer) {
        List<Long> shown = new ArrayList<>();
        for (Prefix prefix : prefixes) {
            long number = answer.path("routes")
                    .valueStream()
                    .filter(route -> route.path("prefix").asString().equals(prefix.address()))
                    .mapToLong(route -> route.path("as_path").path(1).asLong())
                    .max()
                    .orElse(0);
            shown.add(number);
        }
        return shown;
    }

    @Override
    public void close() {
        announcer.shutdownNow();
        router.close();
    }
}
