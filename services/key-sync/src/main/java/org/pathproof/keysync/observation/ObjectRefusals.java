// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes malformed router keys ({@link RouterKeyForm}) and ASPAs ({@link AspaForm}) from the data of one source, and
 * remembers the reasons. After the first data, only changed objects are processed, unless a change is large. One thread
 * calls {@link #accepted}.
 */
public final class ObjectRefusals {
    public static final int MAX_LISTED = 20; // maximum number of refused objects of a source in log, health and REST

    private static final Logger log = LoggerFactory.getLogger(ObjectRefusals.class);

    // Maximum number of objects in a change; a larger change is processed as new data.
    private static final int LARGE_CHANGE = 50_000;

    private final String source;
    /** Reason of the refusal, by refused object. */
    private final Map<RpkiObject, String> refused = new LinkedHashMap<>();

    private @Nullable RpkiSnapshot last;
    private @Nullable RpkiSnapshot result;
    private int newRefusals;

    /** {@code source} is the name of the source, for the log. */
    ObjectRefusals(String source) {
        this.source = source;
    }

    /** Returns the data without malformed objects: the same set for the same data, or if no object is malformed. */
    RpkiSnapshot accepted(RpkiSnapshot data) {
        RpkiSnapshot before = last;
        RpkiSnapshot known = result;
        if (before == null || known == null || Math.abs(data.size() - before.size()) > LARGE_CHANGE) {
            known = whole(data);
        } else if (data != before) {
            RpkiChange change = RpkiSnapshot.change(before, data);
            known = change.announced().size() + change.withdrawn().size() > LARGE_CHANGE
                    ? whole(data)
                    : after(known, change, data);
        }
        last = data;
        result = known;
        return known;
    }

    private RpkiSnapshot whole(RpkiSnapshot data) {
        refused.clear();
        newRefusals = 0;
        data.allRouterKeys().forEach(this::isAccepted);
        data.allAspas().forEach(this::isAccepted);
        logRemaining();
        return refused.isEmpty() ? data : data.filtered(object -> !refused.containsKey(object), List.of());
    }

    private RpkiSnapshot after(RpkiSnapshot known, RpkiChange change, RpkiSnapshot data) {
        newRefusals = 0;
        boolean refusedBefore = !refused.isEmpty();
        if (refusedBefore) {
            change.withdrawn().forEach(refused::remove);
        }
        List<RpkiObject> come = new ArrayList<>();
        for (RpkiObject object : change.announced()) {
            if (isAccepted(object)) {
                come.add(object);
            }
        }
        logRemaining();
        return refusedBefore || !refused.isEmpty()
                ? (RpkiSnapshot)
                        known.apply(data.serial(), come, change.withdrawn()).after()
                : data;
    }

    /** Returns false for a malformed object, and records the reason. */
    private boolean isAccepted(RpkiObject object) {
        Optional<String> defect = switch (object) {
            case RouterKey key -> RouterKeyForm.defect(key);
            case Aspa aspa -> AspaForm.defect(aspa);
            case Vrp _ -> Optional.empty();
        };
        if (defect.isEmpty()) {
            return true;
        }
        if (refused.put(object, defect.get()) == null && newRefusals++ < MAX_LISTED) {
            log.warn(
                    getMarker("rpki-object-refused"),
                    "RPKI object refused: source={} problem=\"{}\"",
                    source,
                    refusal(object, defect.get()));
        }
        return false;
    }

    private void logRemaining() {
        if (newRefusals > MAX_LISTED) {
            log.warn(
                    getMarker("rpki-objects-refused"),
                    "more RPKI objects refused: source={} count={}",
                    source,
                    newRefusals - MAX_LISTED);
        }
    }

    /** Returns the number of refused objects in the newest data. */
    int count() {
        return refused.size();
    }

    /** Returns the number of refused router keys in the newest data. */
    int routerKeys() {
        return (int)
                refused.keySet().stream().filter(RouterKey.class::isInstance).count();
    }

    /** Returns the first 20 refused objects, with reasons. */
    List<RefusedObject> listed() {
        return refused.entrySet().stream()
                .limit(MAX_LISTED)
                .map(entry -> refusal(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static RefusedObject refusal(RpkiObject object, String defect) {
        String name = switch (object) {
            case RouterKey key ->
                "router key of AS%d with SKI %s".formatted(key.asn(), key.ski().toHex());
            case Aspa aspa -> "ASPA of AS" + aspa.customer();
            case Vrp vrp -> vrp.toString();
        };
        return new RefusedObject(name, "it " + defect);
    }
}
