// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/**
 * Finds overlaps between SLURM files, for which the whole set of files must be refused (RFC 8416 section 4.2): an
 * address in prefixes of two files, or an AS in BGPsec entries of two files. The same applies to customers of ASPA
 * entries.
 */
public final class SlurmConflicts {
    private SlurmConflicts() {}

    /** The resources that the entries of a file name. */
    private record Scope(Set<Prefix> prefixes, Set<Long> bgpsecAsns, Set<Long> customers) {
        static Scope of(Slurm slurm) {
            return new Scope(
                    Stream.concat(
                                    slurm.prefixFilters().stream().map(Slurm.PrefixFilter::prefix),
                                    slurm.assertions().stream().map(o -> o instanceof Vrp vrp ? vrp.prefix() : null))
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(LinkedHashSet::new)),
                    Stream.concat(
                                    slurm.bgpsecFilters().stream().map(Slurm.BgpsecFilter::asn),
                                    slurm.assertions().stream().map(o -> o instanceof RouterKey key ? key.asn() : null))
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(LinkedHashSet::new)),
                    Stream.concat(
                                    slurm.aspaFilters().stream().map(Slurm.AspaFilter::customer),
                                    slurm.assertions().stream()
                                            .map(o -> o instanceof Aspa aspa ? aspa.customer() : null))
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(LinkedHashSet::new)));
        }
    }

    /**
     * Returns the first overlap, as a sentence that names both files; empty if there is none.
     *
     * @param files content by name, in the order of the settings
     */
    public static Optional<String> find(Map<String, Slurm> files) {
        List<Map.Entry<String, Scope>> scopes = files.entrySet().stream()
                .map(file -> Map.entry(file.getKey(), Scope.of(file.getValue())))
                .toList();
        for (int i = 0; i < scopes.size(); i++) {
            for (int j = 0; j < i; j++) {
                String overlap = overlap(scopes.get(j).getValue(), scopes.get(i).getValue());
                if (overlap != null) {
                    return Optional.of(
                            "%s and %s conflict: %s (RFC 8416 section 4.2); no file is used until they differ"
                                    .formatted(
                                            scopes.get(j).getKey(),
                                            scopes.get(i).getKey(),
                                            overlap));
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable String overlap(Scope one, Scope other) {
        String prefixes = covered(one.prefixes(), other.prefixes());
        if (prefixes == null) {
            prefixes = covered(other.prefixes(), one.prefixes());
        }
        if (prefixes != null) {
            return prefixes;
        }
        Long asn = common(one.bgpsecAsns(), other.bgpsecAsns());
        if (asn != null) {
            return "both have BGPsec entries of AS" + asn;
        }
        Long customer = common(one.customers(), other.customers());
        return customer == null ? null : "both have ASPA entries of customer AS" + customer;
    }

    private static @Nullable Long common(Set<Long> one, Set<Long> other) {
        return one.stream().filter(other::contains).findFirst().orElse(null);
    }

    /** Returns the first prefix of {@code narrow} that one of {@code wide} covers, in words; null if there is none. */
    private static @Nullable String covered(Set<Prefix> wide, Set<Prefix> narrow) {
        BitSet lengths = new BitSet();
        wide.forEach(prefix -> lengths.set(prefix.length()));
        for (Prefix prefix : narrow) {
            int length = lengths.nextSetBit(0);
            while (length >= 0 && length <= prefix.length()) {
                Prefix candidate = prefix.truncate(length);
                if (wide.contains(candidate)) {
                    return candidate.equals(prefix)
                            ? "both have entries of " + prefix
                            : "entries of " + candidate + " and " + prefix + " overlap";
                }
                length = lengths.nextSetBit(length + 1);
            }
        }
        return null;
    }
}
