// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A router that ends its session at the first violation of RFC 8210 section 5 and draft-ietf-sidrops-8210bis section
 * 5.12. The class reads bytes itself, so that it does not share faults with the code under test.
 */
final class StrictRouter {
    private static final int IPV4_PREFIX = 4;
    private static final int IPV6_PREFIX = 6;
    private static final int ROUTER_KEY = 9;
    private static final int ASPA = 11;

    private final int version;
    private Set<String> records = new HashSet<>();
    private Map<Long, List<Long>> aspas = new HashMap<>();

    StrictRouter(int version) {
        this.version = version;
    }

    /** Reads the data of a response to a Reset Query, or to a Serial Query. */
    void receive(byte[] pdus, boolean reset) {
        if (reset) {
            records = new HashSet<>();
            aspas = new HashMap<>();
        }
        ByteBuffer in = ByteBuffer.wrap(pdus);
        while (in.hasRemaining()) {
            require(in.remaining() >= 8, "a whole header");
            int length = in.getInt(in.position() + 4);
            require(length >= 8 && length <= in.remaining(), "a length within the data");
            read(in.slice(in.position(), length));
            in.position(in.position() + length);
        }
    }

    /** Returns everything that the router holds. */
    Set<String> content() {
        Set<String> all = new HashSet<>(records);
        aspas.forEach((customer, providers) -> all.add("ASPA " + customer + " " + providers));
        return all;
    }

    private void read(ByteBuffer pdu) {
        require(pdu.get(0) == version, "the version of the session");
        switch (pdu.get(1)) {
            case IPV4_PREFIX -> prefix(pdu, 4);
            case IPV6_PREFIX -> prefix(pdu, 16);
            case ROUTER_KEY -> routerKey(pdu);
            case ASPA -> aspa(pdu);
            default -> throw new AssertionError("PDU type " + pdu.get(1) + " among the data");
        }
    }

    private void prefix(ByteBuffer pdu, int addressBytes) {
        require(pdu.getShort(2) == 0, "zero after the type");
        require(pdu.limit() == 16 + addressBytes, "the length of a prefix PDU");
        int flags = pdu.get(8) & 0xff;
        int length = pdu.get(9) & 0xff;
        int maxLength = pdu.get(10) & 0xff;
        require(flags <= 1, "no reserved flags");
        require(pdu.get(11) == 0, "zero after the lengths");
        require(length <= maxLength && maxLength <= 8 * addressBytes, "a Max Length of at least the length");
        for (int bit = length; bit < 8 * addressBytes; bit++) {
            require((pdu.get(12 + bit / 8) >> 7 - bit % 8 & 1) == 0, "zero bits after the prefix");
        }
        record(flags == 1, text(pdu, 9, pdu.limit()));
    }

    private void routerKey(ByteBuffer pdu) {
        require(version >= 1, "no router keys in version 0");
        int flags = pdu.get(2) & 0xff;
        require(flags <= 1 && pdu.get(3) == 0, "no reserved flags");
        require(pdu.limit() > 32, "a public key");
        record(flags == 1, "key " + text(pdu, 8, pdu.limit()));
    }

    private void record(boolean announce, String record) {
        require(
                announce ? records.add(record) : records.remove(record),
                announce ? "no duplicate announcement" : "no withdrawal of an unknown record");
    }

    private void aspa(ByteBuffer pdu) {
        require(version >= 2, "no ASPAs before version 2");
        int flags = pdu.get(2) & 0xff;
        require(flags <= 1 && pdu.get(3) == 0, "no reserved flags");
        require(pdu.limit() >= 12 && pdu.limit() % 4 == 0, "whole AS numbers");
        long customer = pdu.getInt(8) & 0xffff_ffffL;
        if (flags == 0) {
            require(pdu.limit() == 12, "no providers in a withdrawal");
            require(aspas.remove(customer) != null, "no withdrawal of an unknown ASPA");
            return;
        }
        List<Long> providers = new ArrayList<>();
        for (int at = 12; at < pdu.limit(); at += 4) {
            long provider = pdu.getInt(at) & 0xffff_ffffL;
            require(providers.isEmpty() || providers.getLast() < provider, "providers in increasing order");
            providers.add(provider);
        }
        require(!providers.isEmpty(), "at least one provider");
        require(providers.size() == 1 || !providers.contains(0L), "no AS 0 beside other providers");
        require(customer != 0 && !providers.contains(customer), "no customer that is AS 0 or its own provider");
        aspas.put(customer, providers);
    }

    private static String text(ByteBuffer pdu, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(String.format("%02x", pdu.get(i)));
        }
        return text.toString();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("the router expected " + what);
        }
    }
}
