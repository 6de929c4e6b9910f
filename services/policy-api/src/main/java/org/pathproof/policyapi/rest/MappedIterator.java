// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Iterator;
import java.util.function.Function;

/**
 * Creates the elements of a response while the response is written, so that memory does not depend on the number of
 * elements.
 */
public final class MappedIterator {
    private MappedIterator() {}

    public static <A, B> Iterator<B> map(Iterator<A> from, Function<A, B> function) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return from.hasNext();
            }

            @Override
            public B next() {
                return function.apply(from.next());
            }
        };
    }
}
