// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * AS_PATH (RFC 4271 section 5.1.2). AS numbers in this record have 32 bits, even if they have two bytes on the wire
 * (RFC 6793).
 */
public record AsPath(int flags, List<Segment> segments) implements PathAttribute {
    public static final int AS_SET = 1;
    public static final int AS_SEQUENCE = 2;
    public static final int AS_CONFED_SEQUENCE = 3;
    public static final int AS_CONFED_SET = 4;
    /** The 2-octet AS number that replaces a larger one (RFC 6793 section 9). */
    public static final int AS_TRANS = 23456;

    /** A path segment. The nearest AS comes first. */
    public record Segment(int type, List<Long> asns) {
        /** Returns true for AS_CONFED_SEQUENCE and AS_CONFED_SET (RFC 5065 section 3). */
        public boolean isConfederation() {
            return type == AS_CONFED_SEQUENCE || type == AS_CONFED_SET;
        }

        /**
         * Returns the number of ASes that route selection counts: an AS_SET counts as one (RFC 4271 section 9.1.2.2), a
         * confederation segment as none (RFC 5065 section 5.3).
         */
        public int pathLength() {
            return switch (type) {
                case AS_SEQUENCE -> asns.size();
                case AS_SET -> 1;
                default -> 0;
            };
        }
    }

    @Override
    public int typeCode() {
        return AS_PATH;
    }

    /** Returns all AS numbers, the nearest first. Sets are flattened in the order received. */
    public List<Long> asns() {
        return segments.stream().flatMap(s -> s.asns().stream()).toList();
    }

    /**
     * Returns true if the origin of the route is the own AS of the speaker that has the route: the path is empty or
     * ends with a confederation segment (RFC 6811 section 2).
     */
    public boolean originatesInOwnAs() {
        return segments.isEmpty() || segments.getLast().isConfederation();
    }

    /**
     * Returns the origin AS that the path names (RFC 6811 section 2): the last AS of a final AS_SEQUENCE. Empty for a
     * path that ends with an AS_SET, and for a path that {@link #originatesInOwnAs}.
     */
    public OptionalLong originAs() {
        if (segments.isEmpty()) {
            return OptionalLong.empty();
        }
        Segment last = segments.getLast();
        return last.type() == AS_SEQUENCE && !last.asns().isEmpty()
                ? OptionalLong.of(last.asns().getLast())
                : OptionalLong.empty();
    }

    /**
     * Returns this path of 2-octet AS numbers with the true numbers of AS4_PATH (RFC 6793 section 4.2.3): the leading
     * part that AS4_PATH lacks, then AS4_PATH.
     *
     * <p>Confederation segments are not counted, and those of AS4_PATH are left out (RFC 6793 section 6). An AS4_PATH
     * that is longer than this path is ignored.
     *
     * @param as4Path the segments of AS4_PATH
     */
    public AsPath mergedWith(List<Segment> as4Path) {
        List<Segment> known = as4Path.stream().filter(s -> !s.isConfederation()).toList();
        int missing = pathLength(segments) - pathLength(known);
        if (missing < 0 || known.isEmpty()) {
            return this;
        }
        List<Segment> merged = new ArrayList<>();
        for (Segment segment : segments) {
            int counted = segment.pathLength();
            if (counted == 0) { // a confederation segment is kept at the start and after a kept segment
                merged.add(segment);
            } else if (missing == 0) {
                break;
            } else if (counted <= missing) {
                merged.add(segment);
                missing -= counted;
            } else {
                merged.add(
                        new Segment(segment.type(), List.copyOf(segment.asns().subList(0, missing))));
                break;
            }
        }
        return new AsPath(flags, joined(merged, known));
    }

    private static int pathLength(List<Segment> segments) {
        return segments.stream().mapToInt(Segment::pathLength).sum();
    }

    /** Concatenates both parts. Two adjacent sequences become one if a segment can hold both. */
    private static List<Segment> joined(List<Segment> head, List<Segment> tail) {
        List<Segment> all = new ArrayList<>(head);
        if (!all.isEmpty()) {
            Segment last = all.getLast();
            Segment next = tail.getFirst();
            if (last.type() == AS_SEQUENCE
                    && next.type() == AS_SEQUENCE
                    && last.asns().size() + next.asns().size() <= 255) {
                List<Long> asns = new ArrayList<>(last.asns());
                asns.addAll(next.asns());
                all.set(all.size() - 1, new Segment(AS_SEQUENCE, List.copyOf(asns)));
                all.addAll(tail.subList(1, tail.size()));
                return List.copyOf(all);
            }
        }
        all.addAll(tail);
        return List.copyOf(all);
    }
}
