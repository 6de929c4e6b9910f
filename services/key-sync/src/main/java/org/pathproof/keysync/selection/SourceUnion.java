// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSetBuilder;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The union of the data of several sources. An object is in the union while any source has it. ASPAs of one customer
 * become one with all their providers. After the first union, only changed objects are processed, unless a change is
 * large. Not thread-safe.
 */
final class SourceUnion {
    private static final Serial UNNUMBERED = new Serial(0);

    // Maximum number of objects in a change; after a larger change the union is built from all sources.
    private static final int LARGE_CHANGE = 50_000;

    private List<RpkiSnapshot> parts = List.of();
    private @Nullable RpkiSnapshot union;

    /** Returns the union of at least one set; the same object for the same sets. */
    RpkiSnapshot of(List<RpkiSnapshot> next) {
        RpkiSnapshot last = union;
        RpkiSnapshot made;
        if (next.size() == 1) {
            made = next.getFirst();
        } else if (last == null || parts.size() != next.size() || next.size() < 2) {
            made = whole(next);
        } else if (isUnchanged(next)) {
            return last;
        } else {
            made = after(last, next);
        }
        parts = List.copyOf(next);
        union = made;
        return made;
    }

    private boolean isUnchanged(List<RpkiSnapshot> next) {
        for (int i = 0; i < next.size(); i++) {
            if (parts.get(i) != next.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the union, which shares the VRPs of the only set with VRPs and ASPAs. */
    private static RpkiSnapshot whole(List<RpkiSnapshot> all) {
        List<RpkiSnapshot> large = all.stream()
                .filter(set -> !set.allVrps().isEmpty() || !set.allAspas().isEmpty())
                .toList();
        if (large.size() == 1) {
            List<RpkiObject> keys = new ArrayList<>();
            all.forEach(set -> keys.addAll(set.allRouterKeys()));
            return (RpkiSnapshot)
                    large.getFirst().apply(UNNUMBERED, keys, List.of()).after();
        }
        RpkiSetBuilder builder = new RpkiSetBuilder();
        for (RpkiSnapshot each : all) {
            RpkiSnapshot.all(each).forEach(builder::add);
        }
        return RpkiSnapshot.of(0, UNNUMBERED, builder);
    }

    private RpkiSnapshot after(RpkiSnapshot last, List<RpkiSnapshot> next) {
        List<RpkiObject> come = new ArrayList<>();
        List<RpkiObject> gone = new ArrayList<>();
        Set<Long> customers = new TreeSet<>();
        for (int i = 0; i < next.size(); i++) {
            if (parts.get(i) == next.get(i)) {
                continue;
            }
            RpkiChange change = RpkiSnapshot.change(parts.get(i), next.get(i));
            if (come.size()
                            + gone.size()
                            + change.announced().size()
                            + change.withdrawn().size()
                    > LARGE_CHANGE) {
                return whole(next);
            }
            sort(change.announced(), come, customers);
            sort(change.withdrawn(), gone, customers);
        }
        gone.removeIf(object -> next.stream().anyMatch(set -> set.contains(object)));
        for (long customer : customers) {
            Aspa merged = merged(customer, next);
            if (merged != null) {
                come.add(merged);
            } else {
                last.aspa(customer).ifPresent(gone::add);
            }
        }
        return (RpkiSnapshot) last.apply(UNNUMBERED, come, gone).after();
    }

    private static void sort(List<RpkiObject> objects, List<RpkiObject> others, Set<Long> customers) {
        for (RpkiObject object : objects) {
            if (object instanceof Aspa aspa) {
                customers.add(aspa.customer());
            } else {
                others.add(object);
            }
        }
    }

    private static @Nullable Aspa merged(long customer, List<RpkiSnapshot> all) {
        List<Aspa> found =
                all.stream().flatMap(set -> set.aspa(customer).stream()).toList();
        return found.isEmpty() ? null : AspaForm.union(found);
    }
}
