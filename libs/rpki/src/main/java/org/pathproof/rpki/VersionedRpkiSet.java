// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * A set with its recent past, for answering Serial Queries (RFC 8210 section 5.3). Immutable: {@link #next} gives the following
 * one. Only so many changes are kept that answering from them is cheaper than the whole set.
 */
public final class VersionedRpkiSet {
    /** So many objects of changes are remembered in any case, and above that a share of the set's own number. */
    private static final long LEAST = 10_000;

    private static final int SHARE = 4;

    private final RpkiSet current;
    private final List<Step> history;
    private final int maxSteps;

    private VersionedRpkiSet(RpkiSet current, List<Step> history, int maxSteps) {
        this.current = current;
        this.history = history;
        this.maxSteps = maxSteps;
    }

    /** A set without a past, which will remember {@code maxSteps} changes. */
    public static VersionedRpkiSet startingWith(RpkiSet set, int maxSteps) {
        return new VersionedRpkiSet(set, List.of(), maxSteps);
    }

    public RpkiSet current() {
        return current;
    }

    /** After {@code change}. Another session id begins a new past: its serials mean something else (RFC 8210 section 5.1). */
    public VersionedRpkiSet next(RpkiChange change) {
        RpkiSet after = change.after();
        if (after.sessionId() != current.sessionId() || !after.serial().isAfter(current.serial())) {
            return startingWith(after, maxSteps);
        }
        List<Step> steps = new ArrayList<>(history);
        steps.add(new Step(current.serial(), change));
        long budget = LEAST
                + (after.allVrps().size()
                                + after.allRouterKeys().size()
                                + after.allAspas().size())
                        / SHARE;
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

    /** What changed since {@code serial}: nothing when it is the current one, empty when that is too long ago or never was. */
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

    /** How many changes are remembered. */
    public int steps() {
        return history.size();
    }

    private record Step(Serial before, RpkiChange change) {
        int size() {
            return change.announced().size() + change.withdrawn().size();
        }
    }
}
