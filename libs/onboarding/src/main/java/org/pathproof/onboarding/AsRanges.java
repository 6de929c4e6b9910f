// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.wire.AsNumbers;

/** A set of AS numbers. */
public record AsRanges(List<Range> ranges) {
    /** AS numbers from {@code first} to {@code last}. */
    public record Range(long first, long last) {}

    public AsRanges {
        ranges = List.copyOf(ranges);
    }

    /**
     * Parses numbers and ranges such as {@code 64500} and {@code 64496-64511}.
     *
     * @throws IllegalArgumentException when a text has another form, or its last number is below the first
     */
    public static AsRanges of(List<String> texts) {
        List<Range> ranges = new ArrayList<>();
        for (String text : texts) {
            String[] ends = text.strip().split("\\s*-\\s*", 3);
            OptionalLong first = AsNumbers.find(ends[0]);
            OptionalLong last = AsNumbers.find(ends[ends.length - 1]);
            if (ends.length > 2 || first.isEmpty() || last.isEmpty()) {
                throw new IllegalArgumentException(
                        "AS numbers have the form 64500 or 64496-64511, not \"" + text + "\"");
            }
            if (last.getAsLong() < first.getAsLong()) {
                throw new IllegalArgumentException("not a range of AS numbers: \"" + text + "\"");
            }
            ranges.add(new Range(first.getAsLong(), last.getAsLong()));
        }
        return new AsRanges(ranges);
    }

    public boolean contain(long asn) {
        return ranges.stream().anyMatch(range -> range.first() <= asn && asn <= range.last());
    }
}
