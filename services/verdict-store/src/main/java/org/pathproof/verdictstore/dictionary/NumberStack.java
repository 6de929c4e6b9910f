// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.util.Arrays;

/** Numbers, of which the last one goes first. Not thread-safe. */
final class NumberStack {
    private static final int MIN_CAPACITY = 4;

    private int[] numbers = new int[MIN_CAPACITY];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    void push(int number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
    }

    /** Removes the last number, and returns it. There must be one. */
    int pop() {
        int number = numbers[--count];
        if (count < numbers.length / 4 && numbers.length > MIN_CAPACITY) {
            numbers = Arrays.copyOf(numbers, numbers.length / 2);
        }
        return number;
    }
}
