// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import org.pathproof.wire.Prefix;

/**
 * As many paths as are wanted over as many ASes as are wanted: what a benchmark needs where {@link SamplePaths}, which are real, do not
 * suffice. Every path is of the same length, over ASes picked at random, to a prefix of its own; it comes from one of a few neighbours.
 */
public final class RandomPaths {
    /** The first private AS number of 32 bits (RFC 6996). */
    private static final long FIRST_AS = 4_200_000_000L;
    /** From 0.0.0.0/24 on to the last /24. */
    private static final int MOST_PATHS = 1 << 24;

    /** How many ASes are the newest hop of paths. */
    private static final int NEIGHBOURS = 20;

    private static final int MOST_ASES = 1_000_000;
    private static final int MOST_HOPS = 255;

    private final long seed;
    private final int ases;
    private final int hops;
    private final int count;

    /**
     * Throws IllegalArgumentException, with a sentence, when there can be no such paths.
     *
     * @param ases how many ASes there are
     * @param hops how many of them are in each path
     * @param count how many paths there are to be
     */
    public RandomPaths(String seed, int ases, int hops, int count) {
        if (hops < 1 || hops > MOST_HOPS) {
            throw new IllegalArgumentException("a path has 1 to " + MOST_HOPS + " hops, not " + hops);
        }
        if (ases < hops || ases > MOST_ASES) {
            throw new IllegalArgumentException(
                    "paths of " + hops + " hops take " + hops + " to " + MOST_ASES + " keys, not " + ases);
        }
        if (count < 0 || count > MOST_PATHS) {
            throw new IllegalArgumentException("there can be 0 to " + MOST_PATHS + " paths, not " + count);
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

    /** The ASes that the paths are over. */
    public long[] asns() {
        return LongStream.range(FIRST_AS, FIRST_AS + ases).toArray();
    }

    /** A path, by its number: from 0 to before the count. */
    public LabRoute route(int number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        LinkedHashSet<Long> newestFirst = new LinkedHashSet<>();
        newestFirst.add(FIRST_AS + random.nextInt(Math.min(ases, NEIGHBOURS)));
        while (newestFirst.size() < hops) {
            newestFirst.add(FIRST_AS + random.nextInt(ases));
        }
        List<Hop> path = newestFirst.reversed().stream().map(Hop::of).toList();
        return new LabRoute(Prefix.ipv4(number << 8, 24), path);
    }
}
