// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.dictionary.NumberSet;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowFlags;

/**
 * Compares variants with a filter. A walk that has compared many paths looks at all paths of the dictionary once, and
 * then compares numbers. Valid while the numbers of paths are; not thread-safe.
 */
final class VariantMatcher {
    /** Paths that are compared one by one: about as costly as looking at all paths of a large table. */
    private static final int MAX_COMPARED = 1 << 17;

    private final RowFilter filter;
    private final Dictionaries dictionaries;
    private int compared;
    private @Nullable NumberSet matching;

    VariantMatcher(RowFilter filter, Dictionaries dictionaries) {
        this.filter = filter;
        this.dictionaries = dictionaries;
    }

    /** Returns true if a variant matches. */
    boolean matches(byte[] array, int variant, int format) {
        int fields = Block.fields(array, variant, format);
        long rules = filter.rules() == 0 || fields == Dictionary.NONE ? 0 : dictionaries.rules(fields);
        int flags = Block.flags(array, variant);
        return filter.matchesUnion(RowFlags.union(flags, rules))
                && (filter.originAs().isEmpty()
                        || RowFlags.mayOriginate(flags, (int) filter.originAs().getAsLong()))
                && (!filter.selectsPaths() || matches(Block.path(array, variant)));
    }

    private boolean matches(int path) {
        NumberSet known = matching;
        if (known != null) {
            return known.has(path);
        }
        compared++;
        if (compared > MAX_COMPARED && filter.asn().isPresent()) {
            NumberSet all = new NumberSet();
            dictionaries.paths().forEach(number -> {
                if (hasMatchingBytes(number)) {
                    all.add(number);
                }
            });
            matching = all;
        }
        return hasMatchingBytes(path);
    }

    private boolean hasMatchingBytes(int path) {
        byte[] array = dictionaries.paths().array(path);
        int from = dictionaries.paths().from(path);
        return (filter.asn().isEmpty()
                        || PathBytes.passes(array, from, (int) filter.asn().getAsLong()))
                && (filter.originAs().isEmpty()
                        || PathBytes.isOriginatedBy(
                                array, from, (int) filter.originAs().getAsLong()));
    }
}
