// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.SlurmReport.SlurmEntry;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.rpki.slurm.SlurmFilters;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Counts the objects that each filter of the SLURM files removes from the data. Not thread-safe. */
final class SlurmEffect {
    private final Map<String, Slurm> files;
    private final SlurmFilters filters;
    /** Number of removed objects, by filter. */
    private final Map<Record, Integer> removed = new HashMap<>();

    /** Creates counters. {@code files} has the content of each SLURM file, by name. */
    SlurmEffect(Map<String, Slurm> files, SlurmFilters filters) {
        this.files = files;
        this.filters = filters;
    }

    /** Counts the objects that the filters remove from new data, in place of the earlier data. */
    void count(RpkiSnapshot data) {
        removed.clear();
        if (!filters.isEmpty()) {
            RpkiSnapshot.all(data).forEach(object -> add(object, 1));
        }
    }

    /** Adds a change of the data to the counts. */
    void count(RpkiChange change) {
        if (!filters.isEmpty()) {
            change.withdrawn().forEach(object -> add(object, -1));
            change.announced().forEach(object -> add(object, 1));
        }
    }

    private void add(RpkiObject object, int number) {
        for (Record filter : filters.matching(object)) {
            removed.merge(filter, number, Integer::sum);
        }
    }

    /** Returns the entries with their effect on {@code data}: those without effect, then the others. */
    List<SlurmEntry> entries(RpkiSnapshot data) {
        List<SlurmEntry> entries = new ArrayList<>();
        files.forEach((file, slurm) -> {
            slurm.prefixFilters()
                    .forEach(f -> entries.add(entry(file, "prefix-filter", words(f.prefix(), f.asn(), null), f)));
            slurm.bgpsecFilters()
                    .forEach(f -> entries.add(entry(
                            file,
                            "bgpsec-filter",
                            words(
                                    null,
                                    f.asn(),
                                    f.ski() == null ? null : f.ski().toHex()),
                            f)));
            slurm.aspaFilters()
                    .forEach(f -> entries.add(entry(file, "aspa-filter", words(null, f.customer(), null), f)));
            slurm.assertions()
                    .forEach(o -> entries.add(new SlurmEntry(file, "assertion", words(o), data.contains(o) ? 0 : 1)));
        });
        entries.sort(Comparator.comparing(entry -> entry.objects() > 0));
        return List.copyOf(entries);
    }

    private SlurmEntry entry(String file, String kind, String words, Record filter) {
        return new SlurmEntry(file, kind, words, removed.getOrDefault(filter, 0));
    }

    private static String words(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> words(vrp.prefix() + "-" + vrp.maxLength(), vrp.asn(), null);
            case RouterKey key -> words(null, key.asn(), key.ski().toHex());
            case Aspa aspa -> "customer AS" + aspa.customer() + " providers " + aspa.providers();
        };
    }

    private static String words(@Nullable Object prefix, @Nullable Long asn, @Nullable String ski) {
        List<String> parts = new ArrayList<>();
        if (prefix != null) {
            parts.add(prefix.toString());
        }
        if (asn != null) {
            parts.add("AS" + asn);
        }
        if (ski != null) {
            parts.add("SKI " + ski);
        }
        return String.join(" ", parts);
    }
}
