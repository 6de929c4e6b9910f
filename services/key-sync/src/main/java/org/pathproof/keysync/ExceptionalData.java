// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.rpki.slurm.SlurmFilters;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the refusal of router keys ({@link RouterKeyForm}) and SLURM's exceptions (RFC 8416) to a source's data. Of data that follow the data
 * seen last, only the change is looked at: a cache that changes one key costs one key.
 */
final class ExceptionalData {
    private static final Logger log = LoggerFactory.getLogger(ExceptionalData.class);
    private static final Serial UNNUMBERED = new Serial(0);
    private static final int TOLD = 20; // refused keys that are logged and listed

    private static final int LARGE_CHANGE = 50_000; // objects; above, all data is looked at again

    private final Slurm slurm;
    private final SlurmFilters filters;
    private final Set<RpkiObject> asserted;
    /** Why each key that was left out is refused. */
    private final Map<RouterKey, String> refused = new LinkedHashMap<>();

    private String origin = "";
    private int news;
    private @Nullable RpkiSnapshot source;
    private @Nullable RpkiSnapshot made;

    ExceptionalData(Slurm slurm) {
        this.slurm = slurm;
        this.filters = new SlurmFilters(slurm);
        this.asserted = Set.copyOf(RpkiSnapshot.all(RpkiSnapshot.of(0, UNNUMBERED, slurm.assertions())));
    }

    Slurm slurm() {
        return slurm;
    }

    /** How many keys of the data seen last were left out. */
    int refused() {
        return refused.size();
    }

    /** The first of them, each with its source and the reason. */
    List<String> refusals() {
        return refused.entrySet().stream()
                .limit(TOLD)
                .map(entry -> refusal(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Applies the rules to {@code data}; gives the same object for the same data.
     *
     * @param from the name of the source, for the log and for health
     */
    RpkiSnapshot of(RpkiSnapshot data, String from) {
        origin = from;
        RpkiSnapshot last = made;
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
        made = next;
        return next;
    }

    /** Returns the data without what is refused or filtered, with SLURM's assertions. VRPs that SLURM does not touch are shared. */
    private RpkiSnapshot whole(RpkiSnapshot data) {
        refused.clear();
        news = 0;
        List<RpkiObject> assertions =
                slurm.assertions().stream().filter(this::isAccepted).toList();
        RpkiSnapshot left = data.filtered(object -> filters.keep(object) && isAccepted(object), assertions);
        tellMore();
        return RpkiSnapshot.renumbered(left, 0, UNNUMBERED);
    }

    private RpkiSnapshot after(RpkiSnapshot last, RpkiChange change) {
        List<RpkiObject> gone = new ArrayList<>();
        for (RpkiObject object : change.withdrawn()) {
            if (object instanceof RouterKey key) {
                refused.remove(key);
            }
            if (!asserted.contains(object)) {
                gone.add(object);
            }
        }
        List<RpkiObject> come = RpkiSnapshot.all(accepted(change.announced()));
        return (RpkiSnapshot) last.apply(UNNUMBERED, come, gone).after();
    }

    /** What is left of objects, and SLURM's assertions. */
    private RpkiSnapshot accepted(Collection<RpkiObject> objects) {
        news = 0;
        Collection<RpkiObject> accepted = new ArrayList<>();
        for (RpkiObject object : objects) {
            if (filters.keep(object) && isAccepted(object)) {
                accepted.add(object);
            }
        }
        for (RpkiObject object : slurm.assertions()) {
            if (isAccepted(object)) {
                accepted.add(object);
            }
        }
        tellMore();
        return RpkiSnapshot.of(0, UNNUMBERED, accepted);
    }

    /** Returns false for router keys that are refused, and notes why. */
    private boolean isAccepted(RpkiObject object) {
        if (!(object instanceof RouterKey key)) {
            return true;
        }
        String defect = RouterKeyForm.defect(key).orElse(null);
        if (defect == null) {
            return true;
        }
        if (refused.put(key, defect) == null && news++ < TOLD) {
            log.warn("{}", refusal(key, defect));
        }
        return false;
    }

    private void tellMore() {
        if (news > TOLD) {
            log.warn("{}: {} more router keys refused", origin, news - TOLD);
        }
    }

    private String refusal(RouterKey key, String defect) {
        return "%s: router key of AS%d with SKI %s refused: it %s"
                .formatted(origin, key.asn(), key.ski().toHex(), defect);
    }
}
