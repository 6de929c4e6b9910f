// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.OptionalLong;

/** AS_PATH (RFC 4271 section 5.1.2), AS numbers widened to 32 bits whatever their size on the wire (RFC 6793). */
public record AsPath(int flags, List<Segment> segments) implements PathAttribute {
    public static final int AS_SET = 1;
    public static final int AS_SEQUENCE = 2;
    public static final int AS_CONFED_SEQUENCE = 3;
    public static final int AS_CONFED_SET = 4;

    /** A path segment: its type, and its AS numbers, nearest first. */
    public record Segment(int type, List<Long> asns) {}

    @Override
    public int typeCode() {
        return AS_PATH;
    }

    /** All AS numbers, nearest first, sets flattened in the order received. */
    public List<Long> asns() {
        return segments.stream().flatMap(s -> s.asns().stream()).toList();
    }

    /**
     * The AS that originated the route (RFC 6811 section 2): the last AS of a final AS_SEQUENCE; empty for a final
     * AS_SET or an empty path.
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
}
