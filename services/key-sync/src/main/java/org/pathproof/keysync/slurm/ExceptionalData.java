// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.slurm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.SlurmReport.SlurmEntry;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.rpki.slurm.SlurmFilters;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Applies SLURM's exceptions (RFC 8416) to the data of the sources in use. After the first data, only changed objects
 * are processed, unless a change is large.
 */
final class ExceptionalData {
    private static final Serial UNNUMBERED = new Serial(0);

    // Maximum number of objects in a change; a larger change is processed as new data.
    private static final int LARGE_CHANGE = 50_000;

    private final Slurm slurm;
    private final SlurmFilters filters;
    private final SlurmEffect effect;
    private List<SlurmEntry> listed = List.of();
    private @Nullable RpkiSnapshot listedFor;
    private final Set<RpkiObject> asserted;
    private @Nullable RpkiSnapshot source;
    private @Nullable RpkiSnapshot result;

    /** Creates the exceptions of all {@code files}, by name. */
    ExceptionalData(Map<String, Slurm> files) {
        this.slurm = Slurm.union(files.values());
        this.filters = new SlurmFilters(slurm);
        this.effect = new SlurmEffect(files, filters);
        this.asserted = Set.copyOf(RpkiSnapshot.all(RpkiSnapshot.of(0, UNNUMBERED, slurm.assertions())));
    }

    /** Returns the effect of each entry on the newest data; empty before the first data. */
    List<SlurmEntry> effects() {
        RpkiSnapshot data = source;
        if (data != listedFor) {
            listedFor = data;
            listed = data == null ? List.of() : effect.entries(data);
        }
        return listed;
    }

    /** Returns {@code data} with SLURM applied; the same object for the same data. */
    RpkiSnapshot of(RpkiSnapshot data) {
        RpkiSnapshot last = result;
        RpkiSnapshot next;
        if (last != null && data == source) {
            return last;
        }
        if (last == null || source == null || Math.abs(data.size() - source.size()) > LARGE_CHANGE) {
            next = whole(data);
        } else {
            RpkiChange change = RpkiSnapshot.change(source, data);
            next = change.announced().size() + change.withdrawn().size() > LARGE_CHANGE
                    ? whole(data)
                    : after(last, change);
        }
        source = data;
        result = next;
        return next;
    }

    /**
     * Returns the data without filtered objects, with SLURM's assertions. The result and the data share the VRPs that
     * SLURM does not change.
     */
    private RpkiSnapshot whole(RpkiSnapshot data) {
        effect.count(data);
        return RpkiSnapshot.renumbered(data.filtered(filters::keep, slurm.assertions()), 0, UNNUMBERED);
    }

    private RpkiSnapshot after(RpkiSnapshot last, RpkiChange change) {
        effect.count(change);
        List<RpkiObject> gone = new ArrayList<>();
        for (RpkiObject object : change.withdrawn()) {
            if (!asserted.contains(object)) {
                gone.add(object);
            }
        }
        List<RpkiObject> come = RpkiSnapshot.all(left(change.announced()));
        return (RpkiSnapshot) last.apply(UNNUMBERED, come, gone).after();
    }

    /** Returns the objects that are not filtered, and SLURM's assertions. */
    private RpkiSnapshot left(Collection<RpkiObject> objects) {
        Collection<RpkiObject> left = new ArrayList<>();
        for (RpkiObject object : objects) {
            if (filters.keep(object)) {
                left.add(object);
            }
        }
        left.addAll(slurm.assertions());
        return RpkiSnapshot.of(0, UNNUMBERED, left);
    }
}
