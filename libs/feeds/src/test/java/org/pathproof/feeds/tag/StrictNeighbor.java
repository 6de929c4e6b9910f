// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * An internal peer with 4-octet AS numbers that refuses every UPDATE for which RFC 7606 has an error handling, and
 * every discarded attribute: RFC 4271 section 6.3, RFC 7606 section 7, RFC 7607, RFC 5065, RFC 9774, RFC 8092, RFC
 * 9234. The class reads bytes itself, so that it does not share faults with the code under test.
 */
final class StrictNeighbor {
    private static final int OPTIONAL = 0x80;
    private static final int TRANSITIVE = 0x40;
    private static final int PARTIAL = 0x20;
    private static final int EXTENDED = 0x10;

    private static final int WELL_KNOWN = TRANSITIVE;
    private static final int OPTIONAL_TRANSITIVE = OPTIONAL | TRANSITIVE;

    /** Optional and Transitive bits of each known type code. */
    private static final Map<Integer, Integer> FLAGS = flags();

    private final long ownAs;
    private final boolean confederation;

    /**
     * Creates a neighbor.
     *
     * @param confederation true if the neighbor belongs to a confederation
     */
    StrictNeighbor(long ownAs, boolean confederation) {
        this.ownAs = ownAs;
        this.confederation = confederation;
    }

    private static Map<Integer, Integer> flags() {
        Map<Integer, Integer> flags = new HashMap<>();
        for (int wellKnown : new int[] {1, 2, 3, 5, 6}) {
            flags.put(wellKnown, WELL_KNOWN);
        }
        for (int local : new int[] {4, 9, 10, 14}) {
            flags.put(local, OPTIONAL);
        }
        for (int passedOn : new int[] {7, 8, 16, 32, 35}) {
            flags.put(passedOn, OPTIONAL_TRANSITIVE);
        }
        return flags;
    }

    /** Reads an UPDATE that announces prefixes. */
    void receive(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        require(in.getLong(0) == -1 && in.getLong(8) == -1, "the marker");
        in.position(16);
        require((in.getShort() & 0xffff) == message.length && message.length <= 4096, "the length of the message");
        require(in.get() == 2, "an UPDATE");
        require(in.getShort() == 0, "no withdrawn routes");
        int length = in.getShort() & 0xffff;
        require(length <= in.remaining(), "attributes within the message");
        ByteBuffer attributes = in.slice(in.position(), length);
        in.position(in.position() + length);
        BitSet seen = new BitSet();
        while (attributes.hasRemaining()) {
            attribute(attributes, seen);
        }
        boolean ipv4 = in.hasRemaining();
        prefixes(in, 32);
        require(seen.get(1) && seen.get(2) && seen.get(5), "ORIGIN, AS_PATH and LOCAL_PREF");
        require(ipv4 ? seen.get(3) && !seen.get(14) : seen.get(14) && !seen.get(3), "one next hop");
        require(seen.get(9) == seen.get(10), "both attributes of reflection or none");
    }

    private void attribute(ByteBuffer in, BitSet seen) {
        int flags = in.get() & 0xff;
        int type = in.get() & 0xff;
        int length = (flags & EXTENDED) == 0 ? in.get() & 0xff : in.getShort() & 0xffff;
        require(length <= in.remaining(), "an attribute within the attributes");
        require(!seen.get(type), "attribute " + type + " once");
        seen.set(type);
        ByteBuffer value = in.slice(in.position(), length);
        in.position(in.position() + length);
        int expected = FLAGS.getOrDefault(type, OPTIONAL_TRANSITIVE);
        require((flags & 0x0f) == 0, "no unused flags of attribute " + type);
        require((flags & OPTIONAL_TRANSITIVE) == expected, "the flags of attribute " + type);
        require((flags & PARTIAL) == 0 || expected == OPTIONAL_TRANSITIVE, "no Partial bit of the attribute " + type);
        switch (type) {
            case 1 -> require(length == 1 && (value.get(0) & 0xff) <= 2, "ORIGIN of 0 to 2");
            case 2 -> path(value);
            case 3 -> require(length == 4 && isHost(value.get(0) & 0xff), "NEXT_HOP of a host");
            case 4, 5 -> require(length == 4, "four bytes");
            case 6 -> require(length == 0, "an empty ATOMIC_AGGREGATE");
            case 7 -> require(length == 8 && value.getInt(0) != 0, "AGGREGATOR with an AS");
            case 8, 10 -> multiple(length, 4);
            case 9 -> require(length == 4, "ORIGINATOR_ID of four bytes");
            case 14 -> reach(value);
            case 16 -> multiple(length, 8);
            case 32 -> multiple(length, 12);
            case 35 -> require(length == 4, "OTC of four bytes");
            case 40 -> require(length == 10 && value.getShort(1) == 7, "a whole Label-Index TLV");
            case 0, 15, 17, 18, 26, 33 -> throw new AssertionError("the neighbor would discard attribute " + type);
            default -> require((flags & PARTIAL) != 0, "the Partial bit of the unknown attribute " + type);
        }
    }

    private void path(ByteBuffer value) {
        while (value.hasRemaining()) {
            int type = value.get();
            int count = value.get() & 0xff;
            require(type == 2 || type == 3 && confederation, "a sequence, or one of the neighbor's confederation");
            require(count > 0 && 4 * count <= value.remaining(), "AS numbers in a segment");
            for (int i = 0; i < count; i++) {
                long as = value.getInt() & 0xffff_ffffL;
                require(as != 0, "no AS 0");
                require(as != ownAs, "no loop");
            }
        }
    }

    private static void reach(ByteBuffer value) {
        require(value.getShort() == 2 && value.get() == 1, "IPv6 unicast");
        require(value.get() == 16, "one next hop of 16 bytes");
        byte[] nextHop = new byte[16];
        value.get(nextHop);
        int first = nextHop[0] & 0xff;
        boolean zero = true;
        for (int i = 0; i < 15; i++) {
            zero &= nextHop[i] == 0;
        }
        require(first != 0xff && !(zero && (nextHop[15] & 0xfe) == 0), "the next hop of a host");
        require(!(first == 0xfe && (nextHop[1] & 0xc0) == 0x80), "no link-local next hop alone");
        require(value.get() == 0, "zero in the reserved byte");
        require(value.hasRemaining(), "prefixes");
        prefixes(value, 128);
    }

    private static void prefixes(ByteBuffer in, int longest) {
        while (in.hasRemaining()) {
            int length = in.get() & 0xff;
            require(length <= longest && (length + 7) / 8 <= in.remaining(), "a whole prefix");
            in.position(in.position() + (length + 7) / 8);
        }
    }

    private static boolean isHost(int net) {
        return net != 0 && net != 127 && net < 224;
    }

    private static void multiple(int length, int unit) {
        require(length > 0 && length % unit == 0, "a non-zero multiple of " + unit + " bytes");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("the neighbor expected " + what);
        }
    }
}
