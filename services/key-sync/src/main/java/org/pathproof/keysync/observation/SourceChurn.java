// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Counts the objects that one source added and removed since its first data. One thread calls {@link #observe}; any
 * thread may read the counts.
 */
public final class SourceChurn {
    /** Types of RPKI objects, with their names in metrics. */
    public enum Type {
        ROUTER_KEY("router-key"),
        VRP("vrp"),
        ASPA("aspa");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        /** Returns the value of the label in metrics. */
        public String label() {
            return label;
        }

        private static Type of(RpkiObject object) {
            return switch (object) {
                case RouterKey _ -> ROUTER_KEY;
                case Vrp _ -> VRP;
                case Aspa _ -> ASPA;
            };
        }
    }

    private final Map<Type, LongAdder> announced = counters();
    private final Map<Type, LongAdder> withdrawn = counters();
    private @Nullable RpkiSnapshot last;

    private static Map<Type, LongAdder> counters() {
        Map<Type, LongAdder> counters = new EnumMap<>(Type.class);
        for (Type type : Type.values()) {
            counters.put(type, new LongAdder());
        }
        return counters;
    }

    /** Counts and returns the difference from the data of the previous call. Returns null for the first data. */
    @Nullable
    RpkiChange observe(RpkiSnapshot data) {
        RpkiSnapshot before = last;
        last = data;
        if (before == null) {
            return null;
        }
        RpkiChange change = RpkiSnapshot.change(before, data);
        add(announced, change.announced());
        add(withdrawn, change.withdrawn());
        return change;
    }

    private static void add(Map<Type, LongAdder> counters, List<RpkiObject> objects) {
        for (RpkiObject object : objects) {
            counter(counters, Type.of(object)).increment();
        }
    }

    private static LongAdder counter(Map<Type, LongAdder> counters, Type type) {
        LongAdder found = counters.get(type);
        if (found == null) {
            throw new IllegalStateException("no counter of " + type);
        }
        return found;
    }

    /** Returns the number of added objects of a type. */
    public long announced(Type type) {
        return counter(announced, type).sum();
    }

    /** Returns the number of removed objects of a type. */
    public long withdrawn(Type type) {
        return counter(withdrawn, type).sum();
    }
}
