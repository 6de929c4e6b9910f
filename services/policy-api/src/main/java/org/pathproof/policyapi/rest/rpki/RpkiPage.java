// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.rpki;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of an unordered collection. Finds the first elements after a cursor without sorting or copying the collection.
 *
 * @param total number of matching elements on all pages
 * @param more true if elements follow
 */
record RpkiPage<T>(List<T> elements, int total, boolean more) {
    /**
     * @param matching matching elements; read once
     * @param after last element of the previous page; null for the first page
     */
    static <T> RpkiPage<T> of(Stream<T> matching, Comparator<T> order, @Nullable T after, int limit) {
        PriorityQueue<T> first = new PriorityQueue<>(order.reversed());
        int[] counts = new int[2];
        matching.forEach(element -> {
            counts[0]++;
            if (after == null || order.compare(element, after) > 0) {
                counts[1]++;
                if (first.size() < limit) {
                    first.add(element);
                } else if (order.compare(element, first.element()) < 0) {
                    first.remove();
                    first.add(element);
                }
            }
        });
        List<T> elements = new ArrayList<>(first);
        elements.sort(order);
        return new RpkiPage<>(elements, counts[0], counts[1] > elements.size());
    }

    /** Returns an opaque cursor that contains the parts as text. */
    static String cursor(Object... parts) {
        String text = String.join(" ", Stream.of(parts).map(Object::toString).toList());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Returns the parts of a cursor; throws IllegalArgumentException if the cursor does not have {@code number} parts.
     */
    static String[] parts(String cursor, int number) {
        String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(" ", -1);
        if (parts.length != number) {
            throw new IllegalArgumentException("is not a cursor of this list");
        }
        return parts;
    }
}
