// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.pathproof.chaos.feeds.FeedSite;
import org.pathproof.chaos.feeds.FeedWatch;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.site.ChaosSite;
import org.pathproof.chaos.site.Disks;
import org.pathproof.harness.Conditions;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;

/** Carries out the steps of schedules. Reports each step that changes the needed overrides to the model. */
final class Faults {
    private static final Duration CALM_TIMEOUT = Duration.ofSeconds(60);
    /** The chain is up after this time without a late verdict or override. */
    private static final Duration CALM = Duration.ofSeconds(3);

    private static final Duration CALM_INTERVAL = Duration.ofMillis(500);

    private final ChaosSite site;
    private final Disks disks;
    private final World world;
    private final Ledger ledger;
    private final Optional<FeedSite> feeds;
    private final Journal journal;

    Faults(ChaosSite site, Disks disks, World world, Ledger ledger, Optional<FeedSite> feeds, Journal journal) {
        this.site = site;
        this.disks = disks;
        this.world = world;
        this.ledger = ledger;
        this.feeds = feeds;
        this.journal = journal;
    }

    void act(Step step) throws IOException, InterruptedException {
        if (step.isFaultOfTheChain()) {
            endCalm();
        }
        switch (step.action()) {
            case KILL -> site.kill(step.target());
            case END -> site.end(step.target());
            case START -> site.start(step.target());
            case READY -> site.awaitReady(step.target());
            case SHARED -> site.awaitShared();
            case FREEZE -> site.freeze(step.target());
            case THAW -> site.thaw(step.target());
            case CUT -> site.cut();
            case HEAL -> site.heal();
            case RESET -> {
                for (SimulatedRouter router : world.routers()) {
                    router.loseConnection();
                }
                if (feeds.isPresent()) {
                    for (SimulatedRouter router : feeds.get().networks().monitored()) {
                        router.loseConnection();
                    }
                }
            }
            case DELETE -> site.deleteRouteEvents();
            case DELETE_TOPIC -> site.deleteTopic(step.target());
            case FILL -> disks.fill(step.target());
            case RELEASE -> disks.release(step.target());
            case PEER_DOWN -> {
                world.routers().forEach(this::takeDown);
                feeds.ifPresent(f -> f.networks().setFirstUpstreamsDown(true));
            }
            case PEER_UP -> {
                world.routers().forEach(this::bringUp);
                feeds.ifPresent(f -> f.networks().setFirstUpstreamsDown(false));
            }
            case KEY_GONE -> setDetour(false);
            case KEY_BACK -> setDetour(true);
            case FEED_RESET -> feeds.ifPresent(FeedSite::resetSessions);
            case CALM -> feeds.ifPresent(this::awaitCalm);
        }
    }

    /** Ends the time in which the delays of overrides count. */
    void endCalm() {
        feeds.ifPresent(
                f -> f.watch().end(ledger.takeRecent().nanos(), f.stalls().take()));
    }

    private void takeDown(SimulatedRouter router) {
        LabPeer peer = router.peers().getFirst();
        feeds.ifPresent(f -> f.model().endSession(peer));
        router.takeDown(peer);
    }

    private void bringUp(SimulatedRouter router) {
        LabPeer peer = router.peers().getFirst();
        feeds.ifPresent(f -> f.model().beginSession(peer));
        router.bringUp(peer, true);
    }

    /** Publishes or withdraws the key of the detour. */
    void setDetour(boolean published) {
        feeds.ifPresent(f -> {
            f.model().setDetourKey(published);
            f.networks().setDetourKey(published);
        });
        world.detour(published);
    }

    /** Waits until all verdicts and overrides are in time, and begins to count the delays of overrides. */
    private void awaitCalm(FeedSite feeding) {
        FeedWatch watch = feeding.watch();
        long late = FeedWatch.LIMIT.toNanos();
        long[] since = {System.nanoTime()};
        ledger.takeRecent();
        watch.takeRecent();
        boolean calm = Conditions.holds(CALM_TIMEOUT, CALM_INTERVAL, () -> {
            long verdict = ledger.takeRecent().nanos();
            long override = watch.takeRecent();
            if (verdict == 0 || verdict > late || override > late || !feeding.hasAllSessions()) {
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] >= CALM.toNanos();
        });
        if (calm) {
            feeding.networks().rest();
            feeding.stalls().take();
            watch.begin();
        } else {
            journal.print("the chain is not up after " + CALM_TIMEOUT.toSeconds() + " s: delays do not count");
        }
    }
}
