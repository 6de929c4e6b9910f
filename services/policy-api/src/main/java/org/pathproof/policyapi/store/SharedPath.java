// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Verdict;

/** What the verdicts of one AS path have in common, kept once for all routes that have it; and those routes. Equal by its bytes. */
final class SharedPath {
    private final byte[] bytes;
    final RouteTree routes = new RouteTree();

    /** Of the bytes of {@link VerdictParts#ofPath}, given away. */
    SharedPath(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Throws IllegalArgumentException when the bytes cannot be decoded. What follows takes for granted that they can. */
    void check() {
        try {
            Verdict.parser().parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is no verdict: " + e.getMessage(), e);
        }
    }

    /** Whether an AS, as unsigned 32 bits, stands anywhere in the path. */
    boolean passes(int asn) {
        AsPathReader asns = new AsPathReader(bytes);
        while (asns.advance()) {
            if (asns.current() == asn) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last AS of the path is this one. */
    boolean isOriginatedBy(int asn) {
        AsPathReader asns = new AsPathReader(bytes);
        boolean originated = false;
        while (asns.advance()) {
            originated = asns.current() == asn;
        }
        return originated;
    }

    /** The hops, origin first. */
    List<Hop> hops() {
        try {
            return Verdict.parseFrom(bytes).getHopsList();
        } catch (InvalidProtocolBufferException e) {
            throw undecodable(e);
        }
    }

    private static IllegalStateException undecodable(IOException e) {
        return new IllegalStateException("a path that was decoded before does not decode", e);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof SharedPath other && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
