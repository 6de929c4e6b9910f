// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.RtrError;

/**
 * An answer of a cache while it arrives, between Cache Response and End of Data. Nothing of it counts before its end. Announcing what is
 * there and withdrawing what is not are the errors that RFC 8210 sections 5.6, 5.10 and 12 name.
 *
 * <p>ASPAs of the older draft come per address family; one customer's become one ASPA with the providers of both.
 */
final class RtrAnswer {
    private final @Nullable RpkiSnapshot base;
    private final int sessionId;
    private final Set<RpkiObject> added = new LinkedHashSet<>();
    private final Set<RpkiObject> removed = new LinkedHashSet<>();
    private final Map<Long, Map<AspaPdu.Layout, Aspa>> aspas;
    private final Set<Long> touched = new TreeSet<>();
    private final Set<Aspa> replaced = new HashSet<>();

    /** An answer to a Reset Query. */
    RtrAnswer(int sessionId) {
        this(sessionId, null, Map.of());
    }

    /** An answer to a Serial Query: what changes in {@code base}. {@code aspas} is {@link #aspas()} of the answer before. */
    RtrAnswer(int sessionId, @Nullable RpkiSnapshot base, Map<Long, Map<AspaPdu.Layout, Aspa>> aspas) {
        this.sessionId = sessionId;
        this.base = base;
        this.aspas = new LinkedHashMap<>(aspas);
    }

    int sessionId() {
        return sessionId;
    }

    int size() {
        return added.size() + removed.size() + aspas.size() + (base == null ? 0 : base.size());
    }

    /** A VRP or router key. What is wrong with it; null when nothing is. */
    @Nullable
    RtrError object(RpkiObject object, boolean announce) {
        boolean inBase = base != null && base.contains(object);
        boolean there = added.contains(object) || inBase && !removed.contains(object);
        if (announce == there) {
            return announce ? RtrError.DUPLICATE_ANNOUNCEMENT_RECEIVED : RtrError.WITHDRAWAL_OF_UNKNOWN_RECORD;
        }
        if (announce && !removed.remove(object)) {
            added.add(object);
        } else if (!announce && !added.remove(object)) {
            removed.add(object);
        }
        return null;
    }

    /** An ASPA: an announcement replaces (8210bis section 5.12). What is wrong with it; null when nothing is. */
    @Nullable
    RtrError aspa(AspaPdu pdu) {
        long customer = pdu.aspa().customer();
        Map<AspaPdu.Layout, Aspa> ofCustomer = new EnumMap<>(AspaPdu.Layout.class);
        ofCustomer.putAll(aspas.getOrDefault(customer, Map.of()));
        touched.add(customer);
        Aspa before = ofCustomer.get(pdu.layout());
        if (pdu.announce()) {
            ofCustomer.put(pdu.layout(), pdu.aspa());
            if (before != null) {
                replaced.add(before);
            }
        } else if (pdu.layout() != AspaPdu.Layout.CURRENT && replaced.contains(pdu.aspa())) {
            return null; // StayRTR 0.5.1 withdraws what its announcement has replaced
        } else if (ofCustomer.remove(pdu.layout()) == null) {
            return RtrError.WITHDRAWAL_OF_UNKNOWN_RECORD;
        }
        if (ofCustomer.isEmpty()) {
            aspas.remove(customer);
        } else {
            aspas.put(customer, ofCustomer);
        }
        return null;
    }

    /** The ASPAs as they came, for the next answer. */
    Map<Long, Map<AspaPdu.Layout, Aspa>> aspas() {
        return aspas;
    }

    /** The data after the answer. */
    RpkiSnapshot complete(Serial serial) {
        List<RpkiObject> announced = new ArrayList<>(added);
        List<RpkiObject> withdrawn = new ArrayList<>(removed);
        for (long customer : touched) {
            Map<AspaPdu.Layout, Aspa> layouts = aspas.get(customer);
            if (layouts != null) {
                List<Long> providers = layouts.values().stream()
                        .flatMap(aspa -> aspa.providers().stream())
                        .toList();
                announced.add(new Aspa(customer, providers));
            } else if (base != null) {
                base.aspa(customer).ifPresent(withdrawn::add);
            }
        }
        return base == null
                ? RpkiSnapshot.of(sessionId, serial, announced)
                : (RpkiSnapshot) base.apply(serial, announced, withdrawn).after();
    }
}
