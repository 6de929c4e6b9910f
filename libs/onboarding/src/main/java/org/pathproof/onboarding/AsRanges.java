// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of AS numbers. */
public record AsRanges(List<Range> ranges) {
    private static final Pattern FORM = Pattern.compile("(?:AS)?([0-9]{1,10})(?:\\s*-\\s*(?:AS)?([0-9]{1,10}))?");

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
            Matcher form = FORM.matcher(text.strip());
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "AS numbers have the form 64500 or 64496-64511, not \"" + text + "\"");
            }
            long first = Long.parseLong(form.group(1));
            long last = form.group(2) == null ? first : Long.parseLong(form.group(2));
            if (last < first || last > PeerSelector.MAX_ASN) {
                throw new IllegalArgumentException("not a range of AS numbers: \"" + text + "\"");
            }
            ranges.add(new Range(first, last));
        }
        return new AsRanges(ranges);
    }

    public boolean contain(long asn) {
        return ranges.stream().anyMatch(range -> range.first() <= asn && asn <= range.last());
    }
}
