// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * The {@link RpkiSet} in memory. A changed set shares the index of router keys with the previous set if no router key
 * changed. The same applies to VRPs. {@link VrpIndex} holds VRPs in columns.
 */
public final class RpkiSnapshot implements RpkiSet {
    private final int sessionId;
    private final Serial serial;
    private final RouterKeyIndex keys;
    private final VrpIndex vrps;
    private final SortedMap<Long, Aspa> aspas;
    private final @Nullable Step step;

    /**
     * The change that {@link #apply} made to the previous set, so that {@link #change} need not compare all objects.
     * Weak references do not keep the previous set alive.
     *
     * @param keys router keys of the previous set
     * @param vrps VRPs of the previous set
     * @param aspas ASPAs of the previous set
     */
    private record Step(
            WeakReference<RouterKeyIndex> keys,
            WeakReference<VrpIndex> vrps,
            WeakReference<SortedMap<Long, Aspa>> aspas,
            List<RpkiObject> announced,
            List<RpkiObject> withdrawn) {
        boolean isFrom(RpkiSnapshot before) {
            return keys.refersTo(before.keys) && vrps.refersTo(before.vrps) && aspas.refersTo(before.aspas);
        }
    }

    private RpkiSnapshot(
            int sessionId,
            Serial serial,
            RouterKeyIndex keys,
            VrpIndex vrps,
            SortedMap<Long, Aspa> aspas,
            @Nullable Step step) {
        this.sessionId = sessionId & 0xffff;
        this.serial = serial;
        this.keys = keys;
        this.vrps = vrps;
        this.aspas = aspas;
        this.step = step;
    }

    public static RpkiSnapshot empty(int sessionId, Serial serial) {
        return new RpkiSnapshot(sessionId, serial, RouterKeyIndex.EMPTY, VrpIndex.EMPTY, new TreeMap<>(), null);
    }

    /**
     * Creates a set of {@code objects}. Repeated objects count once. Several ASPAs of a customer become one with all
     * their providers.
     */
    public static RpkiSnapshot of(int sessionId, Serial serial, Iterable<? extends RpkiObject> objects) {
        RpkiSetBuilder builder = new RpkiSetBuilder();
        objects.forEach(builder::add);
        return of(sessionId, serial, builder);
    }

    /** Returns the set of all objects added to a builder, which must not be used again. */
    public static RpkiSnapshot of(int sessionId, Serial serial, RpkiSetBuilder builder) {
        return of(sessionId, serial, builder.keyIndex(), builder.vrpIndex(), builder.aspas());
    }

    static RpkiSnapshot of(
            int sessionId, Serial serial, RouterKeyIndex keys, VrpIndex vrps, SortedMap<Long, Aspa> aspas) {
        return new RpkiSnapshot(sessionId, serial, keys, vrps, aspas, null);
    }

    /**
     * Returns a set of the objects that {@code keep} accepts and of {@code added}. An added ASPA replaces those of its
     * customer. Unchanged VRPs are shared with this set.
     */
    public RpkiSnapshot filtered(Predicate<RpkiObject> keep, Collection<? extends RpkiObject> added) {
        RpkiSetBuilder builder = new RpkiSetBuilder();
        Set<Long> customers = new HashSet<>();
        boolean moreVrps = false;
        for (RpkiObject object : added) {
            builder.add(object);
            moreVrps |= object instanceof Vrp;
            if (object instanceof Aspa aspa) {
                customers.add(aspa.customer());
            }
        }
        for (RouterKey key : keys.all()) {
            if (keep.test(key)) {
                builder.add(key);
            }
        }
        for (Aspa aspa : aspas.values()) {
            if (!customers.contains(aspa.customer()) && keep.test(aspa)) {
                builder.add(aspa);
            }
        }
        boolean allKept = !moreVrps && vrps.all().stream().allMatch(keep);
        if (!allKept) {
            vrps.all().stream().filter(keep).forEach(builder::add);
        }
        RpkiSnapshot made = of(sessionId, serial, builder);
        return allKept ? of(sessionId, serial, made.keys, vrps, made.aspas) : made;
    }

    /** Returns a set with the same data and another session and serial. */
    public static RpkiSnapshot renumbered(RpkiSet set, int sessionId, Serial serial) {
        if (set instanceof RpkiSnapshot s) {
            return new RpkiSnapshot(sessionId, serial, s.keys, s.vrps, s.aspas, s.step);
        }
        return of(sessionId, serial, all(set));
    }

    /**
     * Returns all objects of a set: router keys, then VRPs, then ASPAs. For a snapshot the list is a view that creates
     * VRPs on access.
     */
    public static List<RpkiObject> all(RpkiSet set) {
        List<Vrp> vrps = set instanceof RpkiSnapshot snapshot ? snapshot.allVrps() : List.copyOf(set.allVrps());
        return concat(List.copyOf(set.allRouterKeys()), vrps, List.copyOf(set.allAspas()));
    }

    static List<RpkiObject> concat(
            List<? extends RpkiObject> first, List<? extends RpkiObject> second, List<? extends RpkiObject> third) {
        return new ConcatenatedObjects(first, second, third);
    }

    /**
     * Applies withdrawals, then announcements, and returns the effective change. The new set has the serial {@code at}.
     * The effective change has no withdrawals of absent objects, no announcements of present ones, and no objects that
     * are both withdrawn and announced. An announced ASPA replaces that of its customer.
     */
    public RpkiChange apply(
            Serial at, Collection<? extends RpkiObject> announced, Collection<? extends RpkiObject> withdrawn) {
        Set<RpkiObject> added = new LinkedHashSet<>(announced);
        Set<RpkiObject> gone = new LinkedHashSet<>(withdrawn);
        gone.removeAll(added);
        gone.removeIf(object -> !contains(object));
        added.removeIf(this::contains);
        List<RouterKey> newKeys = new ArrayList<>();
        List<Vrp> newVrps = new ArrayList<>();
        SortedMap<Long, Aspa> newAspas = new TreeMap<>(aspas);
        Set<RouterKey> goneKeys = new HashSet<>();
        Set<Vrp> goneVrps = new HashSet<>();
        for (RpkiObject object : List.copyOf(gone)) {
            switch (object) {
                case RouterKey key -> goneKeys.add(key);
                case Vrp vrp -> goneVrps.add(vrp);
                case Aspa aspa -> newAspas.remove(aspa.customer());
            }
        }
        for (RpkiObject object : List.copyOf(added)) {
            switch (object) {
                case RouterKey key -> newKeys.add(key);
                case Vrp vrp -> newVrps.add(vrp);
                case Aspa aspa -> {
                    Aspa replaced = newAspas.put(aspa.customer(), aspa);
                    if (replaced != null && !added.remove(replaced)) {
                        gone.add(replaced);
                    }
                }
            }
        }
        Step made = new Step(
                new WeakReference<>(keys),
                new WeakReference<>(vrps),
                new WeakReference<>(aspas),
                List.copyOf(added),
                List.copyOf(gone));
        RpkiSnapshot after = new RpkiSnapshot(
                sessionId, at, keys.with(newKeys, goneKeys), vrps.with(newVrps, goneVrps), newAspas, made);
        return new RpkiChange(after, made.announced, made.withdrawn);
    }

    /**
     * Returns the change from one set to another.
     *
     * @param before null for an announcement of all objects
     */
    public static RpkiChange change(@Nullable RpkiSet before, RpkiSet after) {
        if (before == null) {
            return new RpkiChange(after, all(after), List.of());
        }
        if (before instanceof RpkiSnapshot old && after instanceof RpkiSnapshot made) {
            Step step = made.step;
            if (step != null && step.isFrom(old)) {
                return new RpkiChange(after, step.announced, step.withdrawn);
            }
        }
        List<RpkiObject> newAspas = missing(after.allAspas(), before);
        List<RpkiObject> goneAspas = missing(before.allAspas(), after);
        if (before instanceof RpkiSnapshot old && after instanceof RpkiSnapshot made) {
            boolean sameKeys = old.keys == made.keys;
            List<RpkiObject> newKeys = sameKeys ? List.of() : missing(made.allRouterKeys(), old);
            List<RpkiObject> goneKeys = sameKeys ? List.of() : missing(old.allRouterKeys(), made);
            return new RpkiChange(
                    after,
                    concat(newKeys, made.vrps.minus(old.vrps), newAspas),
                    concat(goneKeys, old.vrps.minus(made.vrps), goneAspas));
        }
        return new RpkiChange(
                after,
                concat(missing(after.allRouterKeys(), before), missing(after.allVrps(), before), newAspas),
                concat(missing(before.allRouterKeys(), after), missing(before.allVrps(), after), goneAspas));
    }

    /** Returns true if {@code other} has the same objects. Serials are not compared. */
    public boolean sameData(RpkiSet other) {
        RpkiChange change = change(this, other);
        return change.announced().isEmpty() && change.withdrawn().isEmpty();
    }

    /** Returns the number of objects. */
    public int size() {
        return keys.all().size() + vrps.size() + aspas.size();
    }

    @Override
    public Serial serial() {
        return serial;
    }

    @Override
    public int sessionId() {
        return sessionId;
    }

    @Override
    public List<RouterKey> routerKeys(long asn, Bytes ski) {
        return keys.get(asn, ski);
    }

    @Override
    public List<Vrp> covering(Prefix prefix) {
        return vrps.covering(prefix);
    }

    @Override
    public Optional<Aspa> aspa(long customer) {
        return Optional.ofNullable(aspas.get(customer));
    }

    @Override
    public List<RouterKey> allRouterKeys() {
        return keys.all();
    }

    /** Returns the VRPs in the order of their prefixes. */
    @Override
    public List<Vrp> allVrps() {
        return vrps.all();
    }

    /** Returns the ASPAs in the order of their customers. */
    @Override
    public Collection<Aspa> allAspas() {
        return Collections.unmodifiableCollection(aspas.values());
    }

    @Override
    public boolean contains(RpkiObject object) {
        return switch (object) {
            case RouterKey key -> keys.contains(key);
            case Vrp vrp -> vrps.contains(vrp);
            case Aspa aspa -> aspa.equals(aspas.get(aspa.customer()));
        };
    }

    @Override
    public String toString() {
        return keys.all().size() + " router keys, " + vrps.size() + " VRPs, " + aspas.size() + " ASPAs at serial "
                + serial + " of session " + sessionId;
    }

    private static List<RpkiObject> missing(Collection<? extends RpkiObject> from, RpkiSet in) {
        List<RpkiObject> missing = new ArrayList<>();
        for (RpkiObject object : from) {
            if (!in.contains(object)) {
                missing.add(object);
            }
        }
        return missing;
    }
}
