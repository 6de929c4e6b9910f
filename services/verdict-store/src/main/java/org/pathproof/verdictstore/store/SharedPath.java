// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.PathBytes;

/**
 * The part of a verdict that routes of one path have in common: AS numbers, hops, next hop, communities and path
 * attributes. Objects with equal content are equal. Immutable.
 */
public final class SharedPath {
    private final byte[] path;
    private final byte[] keys;
    private final byte[] attributes;
    /** Computed when it is needed; 0 before. */
    private int hash;

    /**
     * @param path the path as {@link PathWriter} writes it; owned by this object, as the others
     * @param keys the keys of the hops
     * @param attributes next hop, communities and path attributes, as fields of a verdict
     */
    SharedPath(byte[] path, byte[] keys, byte[] attributes) {
        this.path = path;
        this.keys = keys;
        this.attributes = attributes;
    }

    /** Returns true if the path contains an AS, given as unsigned 32 bits. */
    boolean passes(int asn) {
        return PathBytes.passes(path, 0, asn);
    }

    /** Returns true if an AS, given as unsigned 32 bits, is the last of the path. */
    boolean isOriginatedBy(int asn) {
        return PathBytes.isOriginatedBy(path, 0, asn);
    }

    /** Decodes the fields of the path. The other fields of the result are empty. */
    public Verdict decode() {
        Verdict.Builder verdict = Verdict.newBuilder();
        addTo(verdict);
        return verdict.build();
    }

    /** Sets the fields of the path. */
    void addTo(Verdict.Builder verdict) {
        int kind = PathBytes.kind(path, 0);
        int at = PathBytes.HEAD;
        if ((kind & PathBytes.ORIGIN) != 0) {
            verdict.setOriginAs(Words.i32(path, at));
            at += Integer.BYTES;
        }
        if ((kind & PathBytes.TARGET) != 0) {
            verdict.setTargetAs(Words.i32(path, at));
        }
        int hop = PathBytes.firstHop(path, 0);
        for (at = PathBytes.firstAs(path, 0); at < hop; at += Integer.BYTES) {
            verdict.addAsPath(Words.i32(path, at));
        }
        if ((kind & PathBytes.ORIGIN_IS_LAST) != 0) {
            verdict.setOriginAs(Words.i32(path, hop - Integer.BYTES));
        }
        try {
            if ((kind & PathBytes.ENCODED_HOPS) != 0) {
                verdict.mergeFrom(path, hop, path.length - hop);
            }
            verdict.mergeFrom(attributes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a path that was decoded before cannot be decoded", e);
        }
        for (int key = 0; key < keys.length; key += PathWriter.KEY, hop += PathBytes.HOP) {
            verdict.addHops(hop(key, hop));
        }
    }

    private Hop hop(int key, int hop) {
        return Hop.newBuilder()
                .setAsn(Words.i32(keys, key))
                .setSki(ByteString.copyFrom(keys, key + Integer.BYTES, PathWriter.KEY - Integer.BYTES))
                .setPcount(path[hop + 4] & 0xff)
                .setFlags(path[hop + 5] & 0xff)
                .setResult(PathWriter.RESULTS.get(path[hop + 6]))
                .build();
    }

    /** Returns the approximate size in memory in bytes. */
    int weight() {
        return path.length + keys.length + attributes.length;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof SharedPath other
                && hashCode() == other.hashCode()
                && Arrays.equals(path, other.path)
                && Arrays.equals(keys, other.keys)
                && Arrays.equals(attributes, other.attributes);
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = 31 * (31 * Arrays.hashCode(path) + Arrays.hashCode(keys)) + Arrays.hashCode(attributes);
            hash = known;
        }
        return known;
    }
}
