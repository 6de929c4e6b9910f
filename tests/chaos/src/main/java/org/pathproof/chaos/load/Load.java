// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * Sends random announcements and withdrawals, with one thread for each router. The seed determines the updates of each
 * router and their order. The number of updates before a fault depends on the machine.
 */
public final class Load {
    private static final Kind[] SIGNED_KINDS = {
        Kind.GOOD,
        Kind.GOOD,
        Kind.GOOD,
        Kind.GOOD,
        Kind.DETOUR,
        Kind.DETOUR,
        Kind.FORGED,
        Kind.MISDIRECTED,
        Kind.ROGUE,
        Kind.TRUNCATED,
        Kind.PLAIN,
        Kind.PLAIN
    };
    private static final Duration BURST = Duration.ofMillis(5);

    private final World world;
    private final Ledger ledger;
    private final LoadListener listener;
    private final List<Churn> churns = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private long startedNanos;
    private long updatesBefore;

    /** Prepares the load. {@link #fill} sends the first updates. */
    public Load(World world, Ledger ledger, long seed) {
        this(world, ledger, seed, LoadListener.NONE);
    }

    /** Prepares the load like {@link #Load(World, Ledger, long)}, with a listener. */
    public Load(World world, Ledger ledger, long seed, LoadListener listener) {
        this.world = world;
        this.ledger = ledger;
        this.listener = listener;
        for (SimulatedRouter router : world.routers()) {
            churns.add(new Churn(router, new Random(seed * 31 + churns.size())));
        }
    }

    /** Announces about three of four prefixes of each neighbor. */
    public void fill() {
        churns.forEach(Churn::fill);
    }

    /** Starts {@code rate} updates per second, of all routers together. */
    public void start(int rate) {
        stopped = false;
        startedNanos = System.nanoTime();
        updatesBefore = ledger.updates();
        for (Churn churn : churns) {
            threads.add(Thread.ofPlatform()
                    .name("churn-" + churn.router.name())
                    .daemon()
                    .start(() -> churn.run((double) rate / churns.size())));
        }
    }

    /** Stops and returns the rate that was reached, in updates per second. */
    public double stop() throws InterruptedException {
        stopped = true;
        double seconds = (System.nanoTime() - startedNanos) / 1e9;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
        return (ledger.updates() - updatesBefore) / seconds;
    }

    /** Returns an announcement that carries its number as a community. */
    static Update numbered(Update update, int number) {
        List<PathAttribute> attributes = new ArrayList<>(update.attributes());
        attributes.add(new Communities(FLAG_OPTIONAL | FLAG_TRANSITIVE, List.of(number)));
        return new Update(update.withdrawn(), attributes, update.nlri(), List.of());
    }

    private final class Churn {
        private final SimulatedRouter router;
        private final Random random;
        private final List<World.Neighbor> neighbors;

        Churn(SimulatedRouter router, Random random) {
            this.router = router;
            this.random = random;
            this.neighbors = world.neighbors().stream()
                    .filter(n -> n.router().equals(router))
                    .toList();
        }

        void fill() {
            for (World.Neighbor neighbor : neighbors) {
                for (int prefix = 0; prefix < world.prefixCount(); prefix++) {
                    if (random.nextInt(4) > 0) {
                        announce(neighbor, prefix);
                    }
                }
            }
        }

        /** Sends updates in bursts at {@code rate} a second. Updates more than a second late are left out. */
        void run(double rate) {
            long start = System.nanoTime();
            long done = 0;
            while (!stopped) {
                long due = (long) ((System.nanoTime() - start) / 1e9 * rate);
                done = Math.max(done, due - (long) rate);
                for (; done < due; done++) {
                    step();
                }
                LockSupport.parkNanos(BURST.toNanos()); // paces the load
            }
        }

        private void step() {
            World.Neighbor neighbor = neighbors.get(random.nextInt(neighbors.size()));
            int prefix = random.nextInt(world.prefixCount());
            if (random.nextInt(5) == 0) {
                withdraw(neighbor, prefix);
            } else {
                announce(neighbor, prefix);
            }
        }

        private void announce(World.Neighbor neighbor, int prefix) {
            Map<Kind, Update> choices = world.choices(neighbor.peer(), prefix);
            Kind kind = choices.size() == 1 ? Kind.PLAIN : SIGNED_KINDS[random.nextInt(SIGNED_KINDS.length)];
            Update update = choices.get(kind);
            if (update == null) {
                throw new IllegalStateException("the world has no update of kind " + kind);
            }
            Nlri nlri = world.nlri(neighbor.peer(), prefix);
            int number = ledger.announce(neighbor.name(nlri), kind);
            listener.onAnnounce(neighbor, nlri, number, kind, update);
            router.announce(neighbor.peer(), numbered(update, number));
        }

        private void withdraw(World.Neighbor neighbor, int prefix) {
            Nlri nlri = world.nlri(neighbor.peer(), prefix);
            if (router.isAnnounced(neighbor.peer(), nlri)) {
                ledger.withdraw();
                listener.onWithdraw(neighbor, nlri);
                router.withdraw(neighbor.peer(), nlri);
            }
        }
    }
}
