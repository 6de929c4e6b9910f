// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes malformed router keys ({@link RouterKeyForm}) from the data of one source, and remembers the reasons. After
 * the first data, only changed objects are processed, unless a change is large. One thread calls {@link #accepted}.
 */
public final class KeyRefusals {
    public static final int MAX_LISTED = 20; // maximum number of refused keys of a source in log, health and REST

    private static final Logger log = LoggerFactory.getLogger(KeyRefusals.class);

    // Maximum number of objects in a change; a larger change is processed as new data.
    private static final int LARGE_CHANGE = 50_000;

    private final String source;
    /** Reason of the refusal, by refused key. */
    private final Map<RouterKey, String> refused = new LinkedHashMap<>();

    private @Nullable RpkiSnapshot last;
    private @Nullable RpkiSnapshot result;
    private int newRefusals;

    /** {@code source} is the name of the source, for the log. */
    KeyRefusals(String source) {
        this.source = source;
    }

    /** Returns the data without malformed router keys: the same object for the same data, or if no key is malformed. */
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
        logRemaining();
        return refused.isEmpty() ? data : data.filtered(object -> !isRefused(object), List.of());
    }

    private RpkiSnapshot after(RpkiSnapshot known, RpkiChange change, RpkiSnapshot data) {
        newRefusals = 0;
        boolean refusedBefore = !refused.isEmpty();
        for (RpkiObject object : change.withdrawn()) {
            if (object instanceof RouterKey key) {
                refused.remove(key);
            }
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

    private boolean isRefused(RpkiObject object) {
        return object instanceof RouterKey key && refused.containsKey(key);
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
            log.warn(
                    getMarker("router-key-refused"),
                    "router key refused: source={} problem=\"{}\"",
                    source,
                    refusal(key, defect));
        }
        return false;
    }

    private void logRemaining() {
        if (newRefusals > MAX_LISTED) {
            log.warn(
                    getMarker("router-keys-refused"),
                    "more router keys refused: source={} count={}",
                    source,
                    newRefusals - MAX_LISTED);
        }
    }

    /** Returns the number of refused keys in the newest data. */
    int count() {
        return refused.size();
    }

    /** Returns the first 20 refused keys, with reasons. */
    List<RefusedObject> listed() {
        return refused.entrySet().stream()
                .limit(MAX_LISTED)
                .map(entry -> refusal(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static RefusedObject refusal(RouterKey key, String defect) {
        return new RefusedObject(
                "router key of AS%d with SKI %s".formatted(key.asn(), key.ski().toHex()), "it " + defect);
    }
}
