// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.slf4j.MarkerFactory.getMarker;

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
 * Removes malformed router keys ({@link RouterKeyForm}) from a source's data, and applies SLURM's exceptions (RFC
 * 8416). After the first data, only changed objects are processed, unless a change is large.
 */
final class ExceptionalData {
    private static final Logger log = LoggerFactory.getLogger(ExceptionalData.class);
    private static final Serial UNNUMBERED = new Serial(0);
    private static final int MAX_LISTED = 20; // maximum number of refused keys in the log and in the health

    // Maximum number of objects in a change; a larger change is processed as new data.
    private static final int LARGE_CHANGE = 50_000;

    private final Slurm slurm;
    private final SlurmFilters filters;
    private final Set<RpkiObject> asserted;
    /** Reason of the refusal, by refused key. */
    private final Map<RouterKey, String> refused = new LinkedHashMap<>();

    private String origin = "";
    private int newRefusals;
    private @Nullable RpkiSnapshot source;
    private @Nullable RpkiSnapshot result;

    ExceptionalData(Slurm slurm) {
        this.slurm = slurm;
        this.filters = new SlurmFilters(slurm);
        this.asserted = Set.copyOf(RpkiSnapshot.all(RpkiSnapshot.of(0, UNNUMBERED, slurm.assertions())));
    }

    Slurm slurm() {
        return slurm;
    }

    /** Returns the number of refused keys in the newest data. */
    int refused() {
        return refused.size();
    }

    /** Returns the first 20 refused keys, each with its source and the reason. */
    List<String> refusals() {
        return refused.entrySet().stream()
                .limit(MAX_LISTED)
                .map(entry -> refusal(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Returns {@code data} without malformed router keys and with SLURM applied; the same object for the same data.
     *
     * @param from name of the source, for the log and the health
     */
    RpkiSnapshot of(RpkiSnapshot data, String from) {
        origin = from;
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
     * Returns the data without refused and filtered objects, with SLURM's assertions. The result and the data share the
     * VRPs that SLURM does not change.
     */
    private RpkiSnapshot whole(RpkiSnapshot data) {
        refused.clear();
        newRefusals = 0;
        List<RpkiObject> assertions =
                slurm.assertions().stream().filter(this::isAccepted).toList();
        RpkiSnapshot left = data.filtered(object -> filters.keep(object) && isAccepted(object), assertions);
        logRemaining();
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

    /** Returns the objects that are neither refused nor filtered, and SLURM's assertions. */
    private RpkiSnapshot accepted(Collection<RpkiObject> objects) {
        newRefusals = 0;
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
        logRemaining();
        return RpkiSnapshot.of(0, UNNUMBERED, accepted);
    }

    /** Returns false for a malformed router key, and records the reason. */
    private boolean isAccepted(RpkiObject object) {
        if (!(object instanceof RouterKey key)) {
            return true;
        }
        String defect = RouterKeyForm.defect(key).orElse(null);
        if (defect == null) {
            return true;
        }
        if (refused.put(key, defect) == null && newRefusals++ < MAX_LISTED) {
            log.warn(getMarker("router-key-refused"), "router key refused: problem=\"{}\"", refusal(key, defect));
        }
        return false;
    }

    private void logRemaining() {
        if (newRefusals > MAX_LISTED) {
            log.warn(
                    getMarker("router-keys-refused"),
                    "more router keys refused: source={} count={}",
                    origin,
                    newRefusals - MAX_LISTED);
        }
    }

    private String refusal(RouterKey key, String defect) {
        return "%s: router key of AS%d with SKI %s refused: it %s"
                .formatted(origin, key.asn(), key.ski().toHex(), defect);
    }
}
