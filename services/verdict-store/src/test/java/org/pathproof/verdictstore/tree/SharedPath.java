// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Verdict;

/**
 * The part of a verdict that all routes of one AS path share: AS numbers, next hop, path attributes and hops. Objects
 * with equal bytes are equal. Immutable.
 */
public final class SharedPath {
    private final byte[] bytes;
    private final int hash;

    /** @param bytes the result of {@link VerdictParts#ofPath}, owned by this object */
    SharedPath(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    /**
     * Checks the bytes once, so that the other methods can decode them.
     *
     * @throws IllegalArgumentException when the bytes cannot be decoded
     */
    void check() {
        try {
            Verdict.parser().parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a verdict: " + e.getMessage(), e);
        }
    }

    /** Returns true if the path contains an AS, given as unsigned 32 bits. */
    boolean passes(int asn) {
        AsPathReader asns = new AsPathReader(bytes);
        while (asns.advance()) {
            if (asns.current() == asn) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if an AS, given as unsigned 32 bits, is the last of the path. */
    boolean isOriginatedBy(int asn) {
        AsPathReader asns = new AsPathReader(bytes);
        boolean originated = false;
        while (asns.advance()) {
            originated = asns.current() == asn;
        }
        return originated;
    }

    /** Returns the hops, origin first. */
    List<Hop> hops() {
        return decode().getHopsList();
    }

    /** Decodes the shared fields. The other fields of the result are empty. */
    public Verdict decode() {
        try {
            return Verdict.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw undecodable(e);
        }
    }

    private static IllegalStateException undecodable(IOException e) {
        return new IllegalStateException("a path that was decoded before cannot be decoded", e);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof SharedPath other && hash == other.hash && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
