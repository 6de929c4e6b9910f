// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * AS numbers and IP addresses of a certificate (RFC 3779). A family is absent, inherited from the issuer, or a list of
 * ranges.
 */
final class NumberResources {
    static final NumberResources NONE = new NumberResources(Map.of(), Set.of());

    enum Family {
        AS(32),
        IPV4(32),
        IPV6(128);

        private final int bits;

        Family(int bits) {
            this.bits = bits;
        }

        /** Returns the number of bits of the family's numbers. */
        int bits() {
            return bits;
        }

        private String name(Range range) {
            String first = name(range.first);
            return range.first.equals(range.last) ? first : first + " to " + name(range.last);
        }

        private String name(BigInteger number) {
            return switch (this) {
                case AS -> "AS" + number;
                case IPV4 -> "IPv4 0x" + number.toString(16);
                case IPV6 -> "IPv6 0x" + number.toString(16);
            };
        }
    }

    /** Numbers from {@code first} to {@code last}, both included. */
    record Range(BigInteger first, BigInteger last) {
        boolean contains(Range other) {
            return first.compareTo(other.first) <= 0 && last.compareTo(other.last) >= 0;
        }
    }

    private final Map<Family, List<Range>> ranges;
    private final Set<Family> inherited;

    private NumberResources(Map<Family, List<Range>> ranges, Set<Family> inherited) {
        this.ranges = ranges;
        this.inherited = inherited;
    }

    boolean inheritsAny() {
        return !inherited.isEmpty();
    }

    boolean inherits(Family family) {
        return inherited.contains(family);
    }

    /** Returns the ranges of a family, ascending; empty for an inherited or absent family. */
    List<Range> ranges(Family family) {
        return ranges.getOrDefault(family, List.of());
    }

    /** Returns the text of the first resource that the issuer does not hold. The issuer must not inherit resources. */
    Optional<String> excess(NumberResources issuer) {
        for (Family family : Family.values()) {
            List<Range> held = issuer.ranges(family);
            int at = 0;
            for (Range range : ranges(family)) {
                while (at < held.size() && held.get(at).last.compareTo(range.first) < 0) {
                    at++;
                }
                if (at == held.size() || !held.get(at).contains(range)) {
                    return Optional.of(family.name(range));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns these resources with the issuer's ranges in place of inherited families. */
    NumberResources from(NumberResources issuer) {
        if (inherited.isEmpty()) {
            return this;
        }
        Map<Family, List<Range>> resolved = new EnumMap<>(Family.class);
        resolved.putAll(ranges);
        inherited.forEach(family -> resolved.put(family, issuer.ranges(family)));
        return new NumberResources(resolved, Set.of());
    }

    /** Returns the AS numbers of all ranges. Callers check first that {@link #asCount} is small. */
    List<Long> asNumbers() {
        List<Long> numbers = new ArrayList<>();
        for (Range range : ranges(Family.AS)) {
            for (long asn = range.first.longValueExact(); asn <= range.last.longValueExact(); asn++) {
                numbers.add(asn);
            }
        }
        return numbers;
    }

    /** Returns how many AS numbers the ranges have. */
    BigInteger asCount() {
        return ranges(Family.AS).stream()
                .map(range -> range.last.subtract(range.first).add(BigInteger.ONE))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Collects the resources of a certificate. */
    static final class Builder {
        private final Map<Family, List<Range>> ranges = new EnumMap<>(Family.class);
        private final Set<Family> inherited = EnumSet.noneOf(Family.class);

        /** Marks a family as inherited. Returns the reason if it is refused, because the family occurs twice. */
        Optional<String> inherit(Family family) {
            return isKnown(family) || !inherited.add(family) ? Optional.of(repeated(family)) : Optional.empty();
        }

        /** Adds the ranges of a family. Returns the reason if they are refused. */
        Optional<String> add(Family family, List<Range> added) {
            if (isKnown(family)) {
                return Optional.of(repeated(family));
            }
            if (added.isEmpty()) {
                return Optional.of("a family of resources is empty (RFC 3779 section 2.2.3.3)");
            }
            BigInteger end = BigInteger.ONE.shiftLeft(family.bits());
            BigInteger last = BigInteger.ONE.negate();
            for (Range range : added) {
                if (range.first.compareTo(last) <= 0
                        || range.last.compareTo(range.first) < 0
                        || range.last.compareTo(end) >= 0) {
                    return Optional.of("resources are out of range or not in ascending order: " + family.name(range));
                }
                last = range.last;
            }
            ranges.put(family, List.copyOf(added));
            return Optional.empty();
        }

        private boolean isKnown(Family family) {
            return ranges.containsKey(family) || inherited.contains(family);
        }

        private static String repeated(Family family) {
            return "the resources of family " + family.name().toLowerCase(Locale.ROOT) + " are repeated";
        }

        NumberResources build() {
            return new NumberResources(ranges, inherited);
        }
    }
}
