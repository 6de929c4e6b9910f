// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.SecurePath;

/**
 * The AS_PATH that is equivalent to a Secure_Path (RFC 8205 section 4.4): each AS is repeated pCount times, segments of
 * pCount 0 are left out, and ASes with Confed_Segment are in an AS_CONFED_SEQUENCE. The division of a long sequence
 * into segments of up to 255 AS numbers does not matter.
 */
final class EquivalentAsPath {
    private EquivalentAsPath() {}

    /**
     * Returns the first difference between an AS_PATH and the equivalent AS_PATH. The finding names the hop whose
     * segment differs. Hop 0 means that the AS_PATH has more AS numbers than the equivalent AS_PATH. The work is
     * proportional to the length of the AS_PATH.
     *
     * @param segments the Secure_Path, newest segment first
     */
    static Optional<Finding> difference(List<SecurePath.Segment> segments, AsPath asPath) {
        Expected expected = new Expected(segments);
        int position = 0;
        for (AsPath.Segment segment : asPath.segments()) {
            for (long asn : segment.asns()) {
                position++;
                if (!expected.hasNext()) {
                    return Optional.of(Finding.ofPath(
                            Rule.AS_PATH_DIFFERS,
                            "AS_PATH has " + word(segment.type(), asn) + " at position " + position
                                    + ", and the Secure_Path ends after " + count(position - 1) + "."));
                }
                if (segment.type() != expected.type() || asn != expected.asn()) {
                    return Optional.of(
                            expected.finding("AS_PATH has " + word(segment.type(), asn) + " at position " + position));
                }
                expected.advance();
            }
        }
        return expected.hasNext()
                ? Optional.of(expected.finding("AS_PATH ends after " + count(position)))
                : Optional.empty();
    }

    private static String count(int asns) {
        return asns + (asns == 1 ? " AS number" : " AS numbers");
    }

    private static String word(int type, long asn) {
        return "AS " + asn
                + switch (type) {
                    case AsPath.AS_SEQUENCE -> "";
                    case AsPath.AS_CONFED_SEQUENCE -> " in an AS_CONFED_SEQUENCE";
                    case AsPath.AS_SET -> " in an AS_SET";
                    default -> " in an AS_CONFED_SET";
                };
    }

    /** Walks along the equivalent AS_PATH, nearest AS first. */
    private static final class Expected {
        private final List<SecurePath.Segment> segments;
        private int at;
        /** Number of repetitions of the current segment's AS number before this position. */
        private int given;

        Expected(List<SecurePath.Segment> segments) {
            this.segments = segments;
            skipEmpty();
        }

        boolean hasNext() {
            return at < segments.size();
        }

        void advance() {
            given++;
            skipEmpty();
        }

        private void skipEmpty() {
            while (hasNext() && given >= segments.get(at).pCount()) {
                at++;
                given = 0;
            }
        }

        long asn() {
            return segments.get(at).asn();
        }

        int type() {
            return segments.get(at).confed() ? AsPath.AS_CONFED_SEQUENCE : AsPath.AS_SEQUENCE;
        }

        Finding finding(String fault) {
            SecurePath.Segment segment = segments.get(at);
            int hop = segments.size() - at;
            return Finding.ofHop(
                    Rule.AS_PATH_DIFFERS,
                    hop,
                    segment.asn(),
                    Optional.empty(),
                    fault + ", and the Secure_Path has " + word(type(), segment.asn()) + " there: hop " + hop
                            + ", pCount " + segment.pCount() + ".");
        }
    }
}
