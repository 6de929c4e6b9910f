// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pathproof.lab.Lab;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.lab.site.Polling;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrState;
import org.pathproof.rpki.rtr.RtrTransport;

/**
 * A router with an RTR session and BGP sessions, connected throughout. Measures for each feed the longest time without
 * service, and the longest time until a change of the lab arrived. A feed without address is left out.
 */
public final class FeedWatch implements Closeable {
    private static final Duration RECONNECT = Duration.ofSeconds(1);

    private final MemoryRpkiSource rpki;
    private final SimulatedRouter router;
    private final @Nullable RtrClient rtr;
    private final Gap rtrServed = new Gap();
    private final @Nullable BgpFeed bgp;

    /**
     * Starts both clients. Adds the objects of both beacons to the lab, whose routers are not started yet.
     *
     * @param rtr RTR service of the site; null for none
     * @param bgp address to accept BGP sessions on; null for none
     */
    public FeedWatch(Lab lab, @Nullable InetSocketAddress rtr, @Nullable InetSocketAddress bgp) throws IOException {
        this.rpki = lab.rpki();
        this.router = lab.routers().getFirst();
        if (bgp != null) {
            BgpBeacon.prepare(router);
        }
        if (rtr != null) {
            RtrBeacon.prepare(rpki);
        }
        this.bgp = bgp == null ? null : new BgpFeed(bgp, lab.settings().localAs());
        this.rtr = rtr == null ? null : new RtrClient(settings(rtr), this::onRtrChange).start();
    }

    /** Results of a measurement; a feed that is left out has zeros. */
    public record Gaps(Duration rtrGap, Duration rtrSlowest, Duration bgpGap, Duration bgpSlowest, int changes) {
        @Override
        public String toString() {
            return "RTR gap %.1f s, change %.1f s; BGP gap %.1f s, change %.1f s; %d changes"
                    .formatted(seconds(rtrGap), seconds(rtrSlowest), seconds(bgpGap), seconds(bgpSlowest), changes);
        }

        private static double seconds(Duration time) {
            return time.toMillis() / 1e3;
        }
    }

    /**
     * Waits until both feeds have delivered their data, and the number of prefixes no longer grows. Returns false after
     * {@code limit}.
     */
    public boolean awaitComplete(Duration limit) throws InterruptedException {
        AtomicInteger before = new AtomicInteger(-1);
        return Polling.until(
                () -> isComplete() && (bgp == null || before.getAndSet(bgp.prefixes()) == bgp.prefixes()),
                Duration.ofSeconds(1),
                limit);
    }

    private boolean isComplete() {
        return (rtr == null || isSynchronised(rtr)) && (bgp == null || new BgpBeacon(router, bgp).isPresent());
    }

    /** Returns a line on the data of both feeds. */
    public String describe() {
        String overRtr = rtr == null
                ? "no RTR"
                : "RTR " + rtr.status().state() + " with "
                        + rtr.data().map(d -> d.size()).orElse(0) + " objects";
        String overBgp =
                bgp == null ? "no BGP" : "BGP " + bgp.sessions() + " sessions with " + bgp.prefixes() + " prefixes";
        return overRtr + ", " + overBgp;
    }

    /** Starts to change beacons. {@link Measurement#close} restores them; call it before comparisons. */
    public Measurement measure() {
        return new Measurement();
    }

    /** A measurement that runs until {@link #close}. */
    public final class Measurement implements AutoCloseable {
        private final @Nullable Beacon rtrBeacon;
        private final @Nullable Beacon bgpBeacon;

        private Measurement() {
            rtrServed.restart();
            rtrBeacon = rtr == null ? null : new Beacon("rtr", new RtrBeacon(rpki, rtr));
            if (bgp == null) {
                bgpBeacon = null;
            } else {
                bgp.fed().restart();
                bgpBeacon = new Beacon("bgp", new BgpBeacon(router, bgp));
            }
        }

        /** Returns the times since the start of this measurement. */
        public Gaps gaps() {
            return new Gaps(
                    rtr == null ? Duration.ZERO : rtrServed.longest(),
                    rtrBeacon == null ? Duration.ZERO : rtrBeacon.slowest(),
                    bgp == null ? Duration.ZERO : bgp.fed().longest(),
                    bgpBeacon == null ? Duration.ZERO : bgpBeacon.slowest(),
                    (rtrBeacon == null ? 0 : rtrBeacon.changes()) + (bgpBeacon == null ? 0 : bgpBeacon.changes()));
        }

        @Override
        public void close() {
            if (rtrBeacon != null) {
                rtrBeacon.close();
            }
            if (bgpBeacon != null) {
                bgpBeacon.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (rtr != null) {
            rtr.close();
        }
        if (bgp != null) {
            bgp.close();
        }
    }

    private void onRtrChange(RtrClient client) {
        rtrServed.set(isSynchronised(client));
    }

    private static boolean isSynchronised(RtrClient client) {
        return client.status().state() == RtrState.SYNCHRONISED;
    }

    private static RtrClientSettings settings(InetSocketAddress rtr) {
        return new RtrClientSettings(
                rtr.getHostString(), rtr.getPort(), 1, 2, RECONNECT, RECONNECT, RpkiBounds.DEFAULT, RtrTransport.TCP);
    }
}
