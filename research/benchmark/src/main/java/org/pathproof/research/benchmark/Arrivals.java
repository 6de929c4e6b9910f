// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Arrivals with the statistics of Table IV of the keychain paper: duration, number of messages, and the largest number
 * within one second. The traces themselves are not public in that form. The paper explains the bursts by the rate limit
 * of BGP, so messages arrive in bursts of one second, one for each MinRouteAdvertisementInterval of 30 s. One burst has
 * the largest number. The others share the rest in random proportions.
 */
record Arrivals(String name, int duration, int messages, int largest) {
    static final Arrivals NORMAL = new Arrivals("normal", 871, 1121, 117);
    static final Arrivals PATHOLOGICAL = new Arrivals("pathological", 876, 88_777, 6764);

    private static final int INTERVAL_SECONDS = 30;
    private static final long SEED = 20_050_601;

    /** Returns the times of all arrivals in seconds, in ascending order. Each call returns the same times. */
    double[] times() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] bursts = bursts(random);
        double[] times = new double[messages];
        int at = 0;
        for (int i = 0; i < bursts.length; i++) {
            for (int j = 0; j < bursts[i]; j++) {
                times[at++] = (double) i * INTERVAL_SECONDS + random.nextDouble();
            }
        }
        Arrays.sort(times);
        return times;
    }

    /** Returns the number of messages of each burst. Their sum is the number of messages. */
    private int[] bursts(SplittableRandom random) {
        int[] bursts = new int[(duration - 1) / INTERVAL_SECONDS + 1];
        int peak = bursts.length / 2;
        bursts[peak] = largest;
        int left = messages - largest;
        while (left > 0) {
            int burst = random.nextInt(bursts.length);
            int added = Math.min(left, 1 + random.nextInt(Math.max(1, largest / 20)));
            if (burst != peak && bursts[burst] + added <= largest) {
                bursts[burst] += added;
                left -= added;
            }
        }
        return bursts;
    }
}
