// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.harness.ProcessGroup;

/** One run: fill, changes, and memory with many routers. */
final class RtrRun {
    private static final int MINUTES = 4;
    private static final long FIRST_SERIAL = 1;

    private final int vrps;
    private final int routers;
    private final int idleRouters;
    private final int changed;
    private final int rounds;
    private final Progress progress;
    private long nextSerial = FIRST_SERIAL + 1;

    RtrRun(int vrps, int routers, int idleRouters, int changed, int rounds, Progress progress) {
        this.vrps = vrps;
        this.routers = routers;
        this.idleRouters = idleRouters;
        this.changed = changed;
        this.rounds = rounds;
        this.progress = progress;
    }

    Result measure(ProcessGroup processes) throws IOException, InterruptedException {
        progress.print("starting an RTR server with " + vrps + " VRPs");
        CacheProcess cache = new CacheProcess(processes, vrps);
        CacheProcess.Memory empty = cache.memory();
        try (Routers all = new Routers(cache.port())) {
            progress.print(routers + " routers read the whole set");
            double cpu = cache.cpuSeconds();
            long began = System.nanoTime();
            all.expect(routers, FIRST_SERIAL);
            all.connect(routers, Routers.Position.NONE);
            Routers.Reached filled = all.await(MINUTES);
            requirePrefixes(filled, (long) routers * vrps);
            final double fillSeconds = (filled.atNanos() - began) / 1e9;
            final double fillCpu = cache.cpuSeconds() - cpu;
            final long fillBytes = all.bytes();
            final CacheProcess.Memory afterFill = cache.memory();
            progress.print(rounds + " changes of " + changed + " VRPs");
            List<Result.Change> changes = new ArrayList<>();
            change(cache, all, routers); // warms up
            for (int i = 0; i < rounds; i++) {
                changes.add(change(cache, all, routers).result());
            }
            Changed before = change(cache, all, routers);
            progress.print("connecting up to " + idleRouters + " routers");
            all.expect(idleRouters - routers, before.reached().position().serial());
            all.connect(idleRouters - routers, before.reached().position());
            all.await(MINUTES);
            Result.Change idleChange = change(cache, all, idleRouters).result();
            CacheProcess.Memory idle = cache.memory();
            return new Result(
                    vrps,
                    routers,
                    changed,
                    fillSeconds,
                    fillCpu,
                    fillBytes,
                    changes,
                    idleRouters,
                    idleChange,
                    empty,
                    afterFill,
                    idle);
        }
    }

    private record Changed(Result.Change result, Routers.Reached reached) {}

    private Changed change(CacheProcess cache, Routers all, int count) throws IOException, InterruptedException {
        double cpu = cache.cpuSeconds();
        long serial = nextSerial++;
        all.expect(count, serial);
        CacheProcess.Change made = cache.change(changed);
        if (made.serial() != serial) {
            throw new IllegalStateException("the serial is " + made.serial() + " instead of " + serial);
        }
        Routers.Reached reached = all.await(MINUTES);
        requirePrefixes(reached, 2L * count * changed);
        return new Changed(
                new Result.Change((reached.atNanos() - made.began()) / 1e6, 1000 * (cache.cpuSeconds() - cpu)),
                reached);
    }

    private static void requirePrefixes(Routers.Reached reached, long expected) {
        if (reached.prefixes() != expected) {
            throw new IllegalStateException(
                    "the routers have read " + reached.prefixes() + " data PDUs instead of " + expected);
        }
    }
}
