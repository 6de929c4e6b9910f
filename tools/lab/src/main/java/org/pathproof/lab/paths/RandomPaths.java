// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import org.pathproof.wire.Prefix;

/**
 * Random paths for benchmarks; {@link SamplePaths} has real paths. All paths have the same length. Each path has its
 * own prefix, random ASes, and one of {@value #NEIGHBORS} neighbors.
 */
public final class RandomPaths {
    /** The first private AS number of 32 bits (RFC 6996). */
    private static final long FIRST_AS = 4_200_000_000L;
    /** Number of IPv4 /24 prefixes: each path has its own. */
    private static final int MAX_PATHS = 1 << 24;

    private static final int NEIGHBORS = 20;

    private static final int MAX_ASES = 1_000_000;
    private static final int MAX_HOPS = 255;

    private final long seed;
    private final int ases;
    private final int hops;
    private final int count;

    /**
     * Describes the paths. {@link #route} computes each of them.
     *
     * @param seed determines the paths
     * @param ases number of ASes
     * @param hops number of ASes in each path
     * @param count number of paths
     * @throws IllegalArgumentException if a number is out of its range; the message is for users
     */
    public RandomPaths(String seed, int ases, int hops, int count) {
        if (hops < 1 || hops > MAX_HOPS) {
            throw new IllegalArgumentException("a path has 1 to " + MAX_HOPS + " hops, not " + hops);
        }
        if (ases < hops || ases > MAX_ASES) {
            throw new IllegalArgumentException(
                    "paths of " + hops + " hops need " + hops + " to " + MAX_ASES + " keys, not " + ases);
        }
        if (count < 0 || count > MAX_PATHS) {
            throw new IllegalArgumentException("the number of paths is 0 to " + MAX_PATHS + ", not " + count);
        }
        this.seed =
                UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        this.ases = ases;
        this.hops = hops;
        this.count = count;
    }

    public int count() {
        return count;
    }

    /** Returns all ASes of the paths. */
    public long[] asns() {
        return LongStream.range(FIRST_AS, FIRST_AS + ases).toArray();
    }

    /** Returns the path with this number, from 0 to {@code count() - 1}. */
    public LabRoute route(int number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        LinkedHashSet<Long> newestFirst = new LinkedHashSet<>();
        newestFirst.add(FIRST_AS + random.nextInt(Math.min(ases, NEIGHBORS)));
        while (newestFirst.size() < hops) {
            newestFirst.add(FIRST_AS + random.nextInt(ases));
        }
        List<Hop> path = newestFirst.reversed().stream().map(Hop::of).toList();
        return new LabRoute(Prefix.ipv4(number << 8, 24), path);
    }
}
