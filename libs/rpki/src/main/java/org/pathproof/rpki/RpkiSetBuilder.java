// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Collects the objects of a set as compactly as the set will hold them, and counts them. Repetitions count once in the set that is made;
 * several ASPAs of one customer become one that lists all their providers. Used up by {@link #build}. Not thread-safe.
 */
public final class RpkiSetBuilder {
    private final VrpRows ipv4 = new VrpRows(AfiSafi.AFI_IPV4);
    private final VrpRows ipv6 = new VrpRows(AfiSafi.AFI_IPV6);
    private final SequencedSet<RouterKey> keys = new LinkedHashSet<>();
    private final SortedMap<Long, Aspa> aspas = new TreeMap<>();
    private final VrpHash hash = new VrpHash(ipv4, ipv6);
    private long keyBytes;

    /** Adds an object without looking whether it is here. Not to be mixed with {@link #addNew}. */
    public void add(RpkiObject object) {
        switch (object) {
            case Vrp vrp -> (vrp.prefix().isIpv4() ? ipv4 : ipv6).add(vrp);
            case RouterKey key -> addKey(key);
            case Aspa aspa -> aspas.merge(aspa.customer(), aspa, RpkiSetBuilder::union);
        }
    }

    /** Adds a VRP or router key unless it is here; returns false then. */
    public boolean addNew(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> hash.add(vrp);
            case RouterKey key -> addKey(key);
            case Aspa aspa -> aspas.putIfAbsent(aspa.customer(), aspa) == null;
        };
    }

    /** Removes a VRP or router key that {@link #addNew} added; returns false when it is not here. */
    public boolean remove(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> hash.remove(vrp);
            case RouterKey key -> {
                boolean here = keys.remove(key);
                keyBytes -= here ? key.spkiLength() : 0;
                yield here;
            }
            case Aspa aspa -> aspas.remove(aspa.customer(), aspa);
        };
    }

    /** Returns true when {@link #addNew} added the VRP or router key. */
    public boolean contains(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> hash.contains(vrp);
            case RouterKey key -> keys.contains(key);
            case Aspa aspa -> aspa.equals(aspas.get(aspa.customer()));
        };
    }

    private boolean addKey(RouterKey key) {
        boolean added = keys.add(key);
        keyBytes += added ? key.spkiLength() : 0;
        return added;
    }

    /** VRPs added, those added twice by {@link #add} counted twice. */
    public int vrps() {
        return ipv4.size() + ipv6.size() - hash.removed();
    }

    public int routerKeys() {
        return keys.size();
    }

    /** Bytes of the router keys' SubjectPublicKeyInfos. */
    public long routerKeyBytes() {
        return keyBytes;
    }

    /** Router keys, then VRPs; each VRP is made when it is asked for. */
    public List<RpkiObject> vrpsAndKeys() {
        return RpkiSnapshot.concat(List.copyOf(keys), VrpIndex.of(ipv4, ipv6).all(), List.of());
    }

    /** The set of what was added. */
    public RpkiSnapshot build(int sessionId, Serial serial) {
        return RpkiSnapshot.of(sessionId, serial, RouterKeyIndex.of(keys), VrpIndex.of(ipv4, ipv6), aspas);
    }

    private static Aspa union(Aspa one, Aspa other) {
        TreeSet<Long> providers = new TreeSet<>(one.providers());
        providers.addAll(other.providers());
        return new Aspa(one.customer(), new ArrayList<>(providers));
    }

    /** Three lists as one. */
    static final class Concatenation extends AbstractList<RpkiObject> implements RandomAccess {
        private final List<? extends RpkiObject> first;
        private final List<? extends RpkiObject> second;
        private final List<? extends RpkiObject> third;

        Concatenation(
                List<? extends RpkiObject> first, List<? extends RpkiObject> second, List<? extends RpkiObject> third) {
            this.first = first;
            this.second = second;
            this.third = third;
        }

        @Override
        public RpkiObject get(int index) {
            if (index < first.size()) {
                return first.get(index);
            }
            int behind = index - first.size();
            return behind < second.size() ? second.get(behind) : third.get(behind - second.size());
        }

        @Override
        public int size() {
            return first.size() + second.size() + third.size();
        }
    }
}
