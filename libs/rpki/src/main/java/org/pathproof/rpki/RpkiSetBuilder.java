// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Collects and counts the objects of a set, in the compact form of the set. The set contains repeated objects once, and
 * merges several ASPAs of a customer into one with all their providers. The builder must not be used after {@link
 * RpkiSnapshot#of}. Not thread-safe.
 */
public final class RpkiSetBuilder {
    private final VrpRows ipv4 = new VrpRows(AfiSafi.AFI_IPV4);
    private final VrpRows ipv6 = new VrpRows(AfiSafi.AFI_IPV6);
    private final SequencedSet<RouterKey> keys = new LinkedHashSet<>();
    private final SortedMap<Long, Aspa> aspas = new TreeMap<>();
    private final VrpHash hash = new VrpHash(ipv4, ipv6);
    private long keyBytes;

    /**
     * Adds an object without a check for repetition. A caller uses either this method or {@link #addNew}, but not both.
     */
    public void add(RpkiObject object) {
        switch (object) {
            case Vrp vrp -> (vrp.prefix().isIpv4() ? ipv4 : ipv6).add(vrp);
            case RouterKey key -> addKey(key);
            case Aspa aspa -> aspas.merge(aspa.customer(), aspa, (one, other) -> AspaForm.union(List.of(one, other)));
        }
    }

    /** Adds a VRP or router key. Returns false if it is already present. */
    public boolean addNew(RpkiObject object) {
        return switch (object) {
            case Vrp vrp -> hash.add(vrp);
            case RouterKey key -> addKey(key);
            case Aspa aspa -> aspas.putIfAbsent(aspa.customer(), aspa) == null;
        };
    }

    /** Removes a VRP or router key that {@link #addNew} added. Returns false if it is absent. */
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

    /** Returns true if {@link #addNew} added the VRP or router key. */
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

    /** Returns the number of VRPs. A VRP that {@link #add} received twice counts twice. */
    public int vrps() {
        return ipv4.size() + ipv6.size() - hash.removed();
    }

    public int routerKeys() {
        return keys.size();
    }

    /** Returns the total length of the router keys' SubjectPublicKeyInfos in bytes. */
    public long routerKeyBytes() {
        return keyBytes;
    }

    /** Returns the router keys, then the VRPs, as a view that creates each VRP on access. */
    public List<RpkiObject> vrpsAndKeys() {
        return new ConcatenatedObjects(List.copyOf(keys), vrpIndex().all(), List.of());
    }

    RouterKeyIndex keyIndex() {
        return RouterKeyIndex.of(keys);
    }

    VrpIndex vrpIndex() {
        return VrpIndex.of(ipv4, ipv6);
    }

    SortedMap<Long, Aspa> aspas() {
        return aspas;
    }
}
