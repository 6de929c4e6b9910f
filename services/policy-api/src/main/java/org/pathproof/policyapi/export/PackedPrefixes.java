// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Ascending prefixes of one address family without repetition, packed into an array: an IPv4 prefix takes at most 5
 * bytes. Immutable.
 */
final class PackedPrefixes implements Iterable<Prefix> {
    private static final int MAX_PACKED_BYTES = 17;

    private final int afi;
    private final byte[] packed;
    private final int size;

    private PackedPrefixes(int afi, byte[] packed, int size) {
        this.afi = afi;
        this.packed = packed;
        this.size = size;
    }

    static PackedPrefixes empty(boolean ipv4) {
        return new Builder(ipv4).build();
    }

    /** Returns the prefixes of one family from a collection in any order. */
    static PackedPrefixes of(boolean ipv4, Collection<Prefix> prefixes) {
        Builder builder = new Builder(ipv4);
        for (Prefix prefix : new TreeSet<>(prefixes)) {
            if (prefix.isIpv4() == ipv4) {
                builder.add(prefix);
            }
        }
        return builder.build();
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isIpv4() {
        return afi == AfiSafi.AFI_IPV4;
    }

    /** Returns the size in memory, in bytes. */
    int bytes() {
        return packed.length;
    }

    void update(MessageDigest digest) {
        digest.update((byte) afi);
        digest.update(packed);
        digest.update((byte) 0xff); // no prefix has this length, so it ends the set
    }

    /** Returns the prefixes of this set that {@code others} lacks. */
    PackedPrefixes without(PackedPrefixes others) {
        Builder builder = new Builder(isIpv4());
        Iterator<Prefix> theirs = others.iterator();
        Prefix next = theirs.hasNext() ? theirs.next() : null;
        for (Prefix own : this) {
            while (next != null && next.compareTo(own) < 0) {
                next = theirs.hasNext() ? theirs.next() : null;
            }
            if (next == null || !own.equals(next)) {
                builder.add(own);
            }
        }
        return builder.build();
    }

    @Override
    public Iterator<Prefix> iterator() {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < packed.length;
            }

            @Override
            public Prefix next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int length = packed[at] & 0xff;
                int end = at + 1 + (length + 7) / 8;
                Prefix prefix = Prefix.of(afi, Bytes.wrap(Arrays.copyOfRange(packed, at + 1, end)), length);
                at = end;
                return prefix;
            }
        };
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof PackedPrefixes other && afi == other.afi && Arrays.equals(packed, other.packed);
    }

    @Override
    public int hashCode() {
        return 31 * afi + Arrays.hashCode(packed);
    }

    /** Collects ascending prefixes of one family. */
    static final class Builder {
        private final int afi;
        private byte[] packed = new byte[MAX_PACKED_BYTES];
        private int length;
        private int size;
        private @Nullable Prefix last;

        Builder(boolean ipv4) {
            afi = ipv4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        }

        /**
         * Adds a prefix. Ignores a repetition of the last prefix.
         *
         * @throws IllegalArgumentException when the prefix has another family or precedes the last prefix
         */
        void add(Prefix prefix) {
            if (last != null && prefix.equals(last)) {
                return;
            }
            if (prefix.afi() != afi || last != null && prefix.compareTo(last) < 0) {
                throw new IllegalArgumentException(prefix + " does not follow " + last);
            }
            int bytes = (prefix.length() + 7) / 8;
            if (packed.length - length < MAX_PACKED_BYTES) {
                packed = Arrays.copyOf(packed, Math.addExact(packed.length, packed.length / 2 + MAX_PACKED_BYTES));
            }
            packed[length] = (byte) prefix.length();
            prefix.copyNlriBytes(packed, length + 1);
            length += 1 + bytes;
            size++;
            last = prefix;
        }

        PackedPrefixes build() {
            return new PackedPrefixes(afi, Arrays.copyOf(packed, length), size);
        }
    }
}
