// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSetBuilder;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.RtrError;

/**
 * A cache's incomplete response, between Cache Response and End of Data. It takes effect when it is complete.
 * Announcing a present object and withdrawing an absent one are errors (RFC 8210 sections 5.6, 5.10 and 12).
 *
 * <p>ASPAs of the older draft have an address family. The ASPAs of one customer are merged into one with the providers
 * of both families.
 */
final class RtrAnswer {
    /** Number of changes above which the set is built again. */
    private static final int LARGE_CHANGE = 50_000;

    private final @Nullable RpkiSnapshot base;
    private final int sessionId;
    private final RpkiSetBuilder added = new RpkiSetBuilder();
    private final Set<RpkiObject> removed = new LinkedHashSet<>();
    private final Map<Long, Map<AspaPdu.Layout, Aspa>> aspas;
    private final Set<Long> touched = new TreeSet<>();
    private final Set<Aspa> replaced = new HashSet<>();
    private final long baseKeyBytes;
    private int removedVrps;
    private int removedKeys;
    private long providers;

    /** Starts the response to a Reset Query. */
    RtrAnswer(int sessionId) {
        this(sessionId, null, Map.of());
    }

    /**
     * Starts the response to a Serial Query, which changes {@code base}.
     *
     * @param aspas the {@link #aspas()} of the previous response
     */
    RtrAnswer(int sessionId, @Nullable RpkiSnapshot base, Map<Long, Map<AspaPdu.Layout, Aspa>> aspas) {
        this.sessionId = sessionId;
        this.base = base;
        this.aspas = new LinkedHashMap<>(aspas);
        this.providers = aspas.values().stream()
                .flatMap(layouts -> layouts.values().stream())
                .mapToLong(aspa -> aspa.providers().size())
                .sum();
        this.baseKeyBytes = base == null
                ? 0
                : base.allRouterKeys().stream().mapToLong(RouterKey::spkiLength).sum();
    }

    int sessionId() {
        return sessionId;
    }

    /** Returns a sentence about the bound that the incomplete set exceeds; empty if it exceeds none. */
    Optional<String> above(RpkiBounds bounds) {
        int vrps =
                added.vrps() - removedVrps + (base == null ? 0 : base.allVrps().size());
        int keys = added.routerKeys()
                - removedKeys
                + (base == null ? 0 : base.allRouterKeys().size());
        return bounds.exceeded(vrps, keys, baseKeyBytes + added.routerKeyBytes(), aspas.size(), providers);
    }

    /** Announces or withdraws a VRP or router key. Returns the error, or null. */
    @Nullable
    RtrError object(RpkiObject object, boolean announce) {
        boolean inBase = base != null && base.contains(object);
        if (announce) {
            if (inBase) {
                return unremove(object) ? null : RtrError.DUPLICATE_ANNOUNCEMENT_RECEIVED;
            }
            return added.addNew(object) ? null : RtrError.DUPLICATE_ANNOUNCEMENT_RECEIVED;
        }
        if (added.remove(object)) {
            return null;
        }
        if (!inBase || !removed.add(object)) {
            return RtrError.WITHDRAWAL_OF_UNKNOWN_RECORD;
        }
        count(object, 1);
        return null;
    }

    private boolean unremove(RpkiObject object) {
        boolean was = removed.remove(object);
        count(object, was ? -1 : 0);
        return was;
    }

    private void count(RpkiObject object, int more) {
        removedVrps += object instanceof Vrp ? more : 0;
        removedKeys += object instanceof RouterKey ? more : 0;
    }

    /**
     * Announces or withdraws an ASPA. An announcement replaces the customer's ASPA (draft-ietf-sidrops-8210bis section
     * 5.12). Returns the error, or null.
     */
    @Nullable
    RtrError aspa(AspaPdu received) {
        AspaPdu pdu = meaning(received);
        long customer = pdu.aspa().customer();
        if (pdu.aspa().providers().size() > RpkiBounds.PROVIDERS_PER_ASPA) {
            return RtrError.ASPA_PROVIDER_LIST_ERROR;
        }
        Map<AspaPdu.Layout, Aspa> ofCustomer = new EnumMap<>(AspaPdu.Layout.class);
        ofCustomer.putAll(aspas.getOrDefault(customer, Map.of()));
        touched.add(customer);
        Aspa before = ofCustomer.get(pdu.layout());
        if (pdu.announce()) {
            ofCustomer.put(pdu.layout(), pdu.aspa());
            providers += pdu.aspa().providers().size();
            if (before != null) {
                providers -= before.providers().size();
                replaced.add(before);
            }
        } else if (pdu.layout() != AspaPdu.Layout.CURRENT && replaced.contains(pdu.aspa())) {
            return null; // StayRTR 0.5.1 withdraws an ASPA after announcing its replacement
        } else if (before == null) {
            return RtrError.WITHDRAWAL_OF_UNKNOWN_RECORD;
        } else {
            ofCustomer.remove(pdu.layout());
            providers -= before.providers().size();
        }
        if (ofCustomer.isEmpty()) {
            aspas.remove(customer);
        } else {
            aspas.put(customer, ofCustomer);
        }
        return null;
    }

    /**
     * Returns a PDU in the layout that its cache uses. Some caches list the providers in withdrawals of the current
     * layout, whose bytes then can also be a PDU of the older layout. An ASPA that the cache announced earlier decides.
     */
    private AspaPdu meaning(AspaPdu pdu) {
        AspaPdu other = pdu.asWithdrawalWithProviders().orElse(pdu);
        return isAnnounced(other) && !isAnnounced(pdu) ? other : pdu;
    }

    private boolean isAnnounced(AspaPdu pdu) {
        return aspas.getOrDefault(pdu.aspa().customer(), Map.of()).containsKey(pdu.layout());
    }

    /** Returns the ASPAs as received, for the next response. */
    Map<Long, Map<AspaPdu.Layout, Aspa>> aspas() {
        return aspas;
    }

    /** Returns the data after the response. Afterwards, this object must not be used. */
    RpkiSnapshot complete(Serial serial) {
        List<RpkiObject> announced = new ArrayList<>();
        List<RpkiObject> withdrawn = new ArrayList<>(removed);
        for (long customer : touched) {
            Map<AspaPdu.Layout, Aspa> layouts = aspas.get(customer);
            if (layouts != null) {
                announced.add(AspaForm.union(layouts.values()));
            } else if (base != null) {
                base.aspa(customer).ifPresent(withdrawn::add);
            }
        }
        if (base == null) {
            announced.forEach(added::add);
            return RpkiSnapshot.of(sessionId, serial, added);
        }
        int changes = announced.size() + withdrawn.size() + added.vrps() + added.routerKeys();
        List<RpkiObject> objects = added.vrpsAndKeys();
        if (changes > LARGE_CHANGE) {
            Set<RpkiObject> gone = new HashSet<>(withdrawn);
            List<RpkiObject> more = new ArrayList<>(announced);
            more.addAll(objects);
            return RpkiSnapshot.renumbered(
                    base.filtered(object -> !gone.contains(object), more), base.sessionId(), serial);
        }
        announced.addAll(objects);
        return (RpkiSnapshot) base.apply(serial, announced, withdrawn).after();
    }
}
