// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

/**
 * Probability that the values which some signatures disclosed suffice for another message, if digests are random. A
 * forger who can choose messages freely needs the inverse of this number of attempts on average.
 */
public final class ForgeryProbability {
    private ForgeryProbability() {}

    /**
     * Returns the exact probability after signatures of random messages: the sum over all numbers of disclosed values,
     * each with its probability.
     */
    public static double exact(HorsShape shape, int signatures) {
        double[] disclosed = disclosed(shape, signatures);
        double sum = 0;
        for (int count = 0; count < disclosed.length; count++) {
            sum += disclosed[count] * Math.pow((double) count / shape.leaves(), shape.selected());
        }
        return sum;
    }

    /** Returns the bound (k m / n)^m of the HORS paper for k signatures, m selected values and n values. */
    public static double bound(HorsShape shape, int signatures) {
        double share = Math.min(1, (double) shape.selected() * signatures / shape.leaves());
        return Math.pow(share, shape.selected());
    }

    /**
     * Returns how many signatures a key may make so that the exact probability stays at or below a limit.
     *
     * @param limit at most 1/2
     */
    public static int maxSignatures(HorsShape shape, double limit) {
        if (limit > 0.5) {
            throw new IllegalArgumentException("limit " + limit + " of the forgery probability: must be at most 0.5");
        }
        int signatures = 0;
        while (exact(shape, signatures + 1) <= limit) {
            signatures++;
        }
        return signatures;
    }

    /** Returns the expected number of nodes beside the values of a signature. */
    public static double expectedNodes(HorsShape shape) {
        double nodes = 0;
        for (int level = 0; level < MerkleTree.height(shape.leaves()); level++) {
            int width = shape.leaves() >> level;
            nodes += 2 * expectedDistinct(width / 2, shape.selected()) - expectedDistinct(width, shape.selected());
        }
        return nodes;
    }

    /** Returns the expected size of a signature in its wire form, in bytes. */
    public static double expectedBytes(HorsShape shape, TreeHash hash) {
        return HorsSignature.HEADER_BYTES
                + expectedDistinct(shape.leaves(), shape.selected()) * hash.secretBytes()
                + expectedNodes(shape) * hash.nodeBytes();
    }

    private static double expectedDistinct(int numbers, int draws) {
        return numbers * (1 - Math.pow(1 - 1.0 / numbers, draws));
    }

    /** Returns the probabilities that 0, 1, and so on values are disclosed. */
    private static double[] disclosed(HorsShape shape, int signatures) {
        int draws = shape.selected() * signatures;
        double[] probability = new double[Math.min(draws, shape.leaves()) + 1];
        probability[0] = 1;
        for (int draw = 0; draw < draws; draw++) {
            for (int count = Math.min(draw + 1, probability.length - 1); count >= 0; count--) {
                double repeated = probability[count] * count / shape.leaves();
                double fresh = count == 0 ? 0 : probability[count - 1] * (shape.leaves() - count + 1) / shape.leaves();
                probability[count] = repeated + fresh;
            }
        }
        return probability;
    }
}
