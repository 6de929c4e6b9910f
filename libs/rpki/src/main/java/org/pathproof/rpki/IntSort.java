// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

/** Sorts row numbers by a comparison of rows, without boxing. */
final class IntSort {
    private static final int RUN = 16;

    private IntSort() {}

    /** Compares two rows. */
    @FunctionalInterface
    interface Comparison {
        int compare(int one, int other);
    }

    /**
     * Returns the numbers in order. The algorithm is a stable bottom-up merge sort. Adjacent runs that are already
     * in order are copied, not merged. The given array may be overwritten.
     */
    static int[] sorted(int[] rows, Comparison by) {
        for (int from = 0; from < rows.length; from += RUN) {
            insertionSort(rows, from, Math.min(rows.length, from + RUN), by);
        }
        int[] source = rows;
        int[] target = new int[rows.length];
        for (long width = RUN; width < rows.length; width *= 2) {
            for (long from = 0; from < rows.length; from += 2 * width) {
                int middle = (int) Math.min(rows.length, from + width);
                int end = (int) Math.min(rows.length, from + 2 * width);
                merge(source, target, (int) from, middle, end, by);
            }
            int[] next = source;
            source = target;
            target = next;
        }
        return source;
    }

    private static void insertionSort(int[] rows, int from, int to, Comparison by) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int at = i;
            while (at > from && by.compare(rows[at - 1], row) > 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    private static void merge(int[] source, int[] target, int from, int middle, int end, Comparison by) {
        if (middle == end || by.compare(source[middle - 1], source[middle]) <= 0) {
            System.arraycopy(source, from, target, from, end - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int at = from; at < end; at++) {
            boolean takeLeft = right == end || left < middle && by.compare(source[left], source[right]) <= 0;
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
