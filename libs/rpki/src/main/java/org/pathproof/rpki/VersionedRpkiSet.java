// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * An RPKI set with its recent changes, for the responses to Serial Queries (RFC 8210 section 5.3). Immutable: {@link
 * #next} returns the following version. Old changes are dropped when their number exceeds {@code maxSteps}, or when
 * their objects exceed a limit that grows with the set.
 */
public final class VersionedRpkiSet {
    /** Maximum number of changed objects in the history of an empty set. */
    private static final long MAX_CHANGED_OBJECTS_OF_EMPTY_SET = 10_000;
    /** The limit grows by one changed object for this number of objects in the set. */
    private static final int OBJECTS_PER_CHANGED_OBJECT = 4;

    private final RpkiSet current;
    private final List<Step> history;
    private final int maxSteps;

    private VersionedRpkiSet(RpkiSet current, List<Step> history, int maxSteps) {
        this.current = current;
        this.history = history;
        this.maxSteps = maxSteps;
    }

    /** Creates a set without history that keeps up to {@code maxSteps} changes. */
    public static VersionedRpkiSet startingWith(RpkiSet set, int maxSteps) {
        return new VersionedRpkiSet(set, List.of(), maxSteps);
    }

    public RpkiSet current() {
        return current;
    }

    /**
     * Returns this set after {@code change}. The history is discarded if the new serial is not later. The history is
     * also discarded if the session id changed, because serials of different sessions cannot be compared (RFC 8210
     * section 5.1).
     */
    public VersionedRpkiSet next(RpkiChange change) {
        RpkiSet after = change.after();
        if (after.sessionId() != current.sessionId() || !after.serial().isAfter(current.serial())) {
            return startingWith(after, maxSteps);
        }
        List<Step> steps = new ArrayList<>(history);
        steps.add(new Step(current.serial(), change));
        long budget = MAX_CHANGED_OBJECTS_OF_EMPTY_SET
                + (after.allVrps().size()
                                + after.allRouterKeys().size()
                                + after.allAspas().size())
                        / OBJECTS_PER_CHANGED_OBJECT;
        int first = steps.size();
        while (first > 0 && steps.size() - first < maxSteps) {
            budget -= steps.get(first - 1).size();
            if (budget < 0) {
                break;
            }
            first--;
        }
        return new VersionedRpkiSet(after, List.copyOf(steps.subList(first, steps.size())), maxSteps);
    }

    /**
     * Returns the changes since {@code serial} (no changes for the current serial). Empty if the serial is too old or
     * unknown.
     */
    public Optional<RpkiDelta> since(Serial serial) {
        if (serial.equals(current.serial())) {
            return Optional.of(new RpkiDelta(serial, List.of(), List.of()));
        }
        int first = 0;
        while (first < history.size() && !history.get(first).before().equals(serial)) {
            first++;
        }
        if (first == history.size()) {
            return Optional.empty();
        }
        Set<RpkiObject> announced = new LinkedHashSet<>();
        Set<RpkiObject> withdrawn = new LinkedHashSet<>();
        for (Step step : history.subList(first, history.size())) {
            for (RpkiObject object : step.change().withdrawn()) {
                if (!announced.remove(object)) {
                    withdrawn.add(object);
                }
            }
            for (RpkiObject object : step.change().announced()) {
                if (!withdrawn.remove(object)) {
                    announced.add(object);
                }
            }
        }
        return Optional.of(new RpkiDelta(current.serial(), List.copyOf(announced), List.copyOf(withdrawn)));
    }

    /** Returns the number of kept changes. */
    public int steps() {
        return history.size();
    }

    private record Step(Serial before, RpkiChange change) {
        int size() {
            return change.announced().size() + change.withdrawn().size();
        }
    }
}
