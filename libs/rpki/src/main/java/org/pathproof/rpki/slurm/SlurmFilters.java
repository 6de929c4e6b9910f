// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.slurm.Slurm.AspaFilter;
import org.pathproof.rpki.slurm.Slurm.BgpsecFilter;
import org.pathproof.rpki.slurm.Slurm.PrefixFilter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * An index of the filters of a SLURM file. The time to check an object does not depend on the number of filters.
 * Thread-safe.
 */
public final class SlurmFilters {
    private final Map<Prefix, List<PrefixFilter>> byPrefix = new HashMap<>();
    private final BitSet lengths = new BitSet();
    private final Set<Long> prefixAsns = new HashSet<>();
    private final Map<Bytes, List<BgpsecFilter>> bySki = new HashMap<>();
    private final Set<Long> keyAsns = new HashSet<>();
    private final Set<Long> customers = new TreeSet<>();
    private final Set<Long> filteredCustomers = new HashSet<>();

    public SlurmFilters(Slurm slurm) {
        for (PrefixFilter filter : slurm.prefixFilters()) {
            Prefix prefix = filter.prefix();
            if (prefix != null) {
                byPrefix.computeIfAbsent(prefix, p -> new ArrayList<>(1)).add(filter);
                lengths.set(prefix.length());
            } else if (filter.asn() != null) {
                prefixAsns.add(filter.asn());
            }
        }
        for (BgpsecFilter filter : slurm.bgpsecFilters()) {
            Bytes ski = filter.ski();
            if (ski != null) {
                bySki.computeIfAbsent(ski, s -> new ArrayList<>(1)).add(filter);
            } else if (filter.asn() != null) {
                keyAsns.add(filter.asn());
            }
        }
        slurm.aspaFilters().forEach(filter -> filteredCustomers.add(filter.customer()));
        customers.addAll(filteredCustomers);
        for (RpkiObject asserted : slurm.assertions()) {
            if (asserted instanceof Aspa aspa) {
                customers.add(aspa.customer());
            }
        }
    }

    /** Returns true if no filter removes the object. An asserted ASPA removes the others of its customer. */
    public boolean keep(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> !prefixAsns.contains(vrp.asn()) && !isFiltered(vrp);
            case RouterKey key ->
                !keyAsns.contains(key.asn())
                        && (bySki.isEmpty()
                                || bySki.getOrDefault(key.ski(), List.of()).stream()
                                        .noneMatch(filter -> filter.matches(key)));
            case Aspa aspa -> !customers.contains(aspa.customer());
        };
    }

    private boolean isFiltered(Vrp vrp) {
        return firstOrAll(vrp, null);
    }

    /** Adds all matching filters with a prefix to {@code found}; ends at the first one if {@code found} is null. */
    private boolean firstOrAll(Vrp vrp, @Nullable List<Record> found) {
        int longest = vrp.prefix().length();
        boolean any = false;
        for (int length = lengths.nextSetBit(0);
                length >= 0 && length <= longest;
                length = lengths.nextSetBit(length + 1)) {
            for (PrefixFilter filter : byPrefix.getOrDefault(vrp.prefix().truncate(length), List.of())) {
                if (filter.matches(vrp)) {
                    any = true;
                    if (found == null) {
                        return true;
                    }
                    found.add(filter);
                }
            }
        }
        return any;
    }

    /** Returns true if there is no filter. */
    public boolean isEmpty() {
        return byPrefix.isEmpty()
                && prefixAsns.isEmpty()
                && bySki.isEmpty()
                && keyAsns.isEmpty()
                && filteredCustomers.isEmpty();
    }

    /** Returns all filters that remove the object, as records of {@link Slurm}. */
    public List<Record> matching(RpkiObject object) {
        if (keep(object)) {
            return List.of();
        }
        List<Record> found = new ArrayList<>(1);
        switch (object) {
            case Vrp vrp -> {
                if (prefixAsns.contains(vrp.asn())) {
                    found.add(new PrefixFilter(null, vrp.asn()));
                }
                firstOrAll(vrp, found);
            }
            case RouterKey key -> {
                if (keyAsns.contains(key.asn())) {
                    found.add(new BgpsecFilter(key.asn(), null));
                }
                bySki.getOrDefault(key.ski(), List.of()).stream()
                        .filter(filter -> filter.matches(key))
                        .forEach(found::add);
            }
            case Aspa aspa -> {
                if (filteredCustomers.contains(aspa.customer())) {
                    found.add(new AspaFilter(aspa.customer()));
                }
            }
        }
        return found;
    }
}
