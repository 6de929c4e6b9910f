// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Verdict;

/** What the verdicts of one AS path have in common, kept once for all routes that have it; and those routes. Equal by its octets. */
final class Path {
    private static final int PACKED = Verdict.AS_PATH_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int SINGLE = Verdict.AS_PATH_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;

    private final byte[] octets;
    final RouteTree routes = new RouteTree();

    /** Of the octets of {@link VerdictParts#ofPath}, given away. */
    Path(byte[] octets) {
        this.octets = octets;
    }

    byte[] octets() {
        return octets;
    }

    /** Throws IllegalArgumentException when the octets cannot be decoded. What follows takes for granted that they can. */
    void check() {
        try {
            Verdict.parser().parseFrom(octets);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is no verdict: " + e.getMessage(), e);
        }
    }

    /** Whether an AS, as unsigned 32 bits, stands anywhere in the path. */
    boolean passes(int asn) {
        for (int hop : asns()) {
            if (hop == asn) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last AS of the path is this one. */
    boolean isOriginatedBy(int asn) {
        int[] asns = asns();
        return asns.length > 0 && asns[asns.length - 1] == asn;
    }

    /** The AS numbers, nearest first. */
    private int[] asns() {
        int[] asns = new int[octets.length];
        int count = 0;
        CodedInputStream in = CodedInputStream.newInstance(octets);
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == PACKED) {
                    int end = in.readRawVarint32();
                    for (end += in.getTotalBytesRead(); in.getTotalBytesRead() < end; ) {
                        asns[count++] = in.readUInt32();
                    }
                } else if (tag == SINGLE) {
                    asns[count++] = in.readUInt32();
                } else {
                    in.skipField(tag);
                }
            }
        } catch (IOException e) {
            throw undecodable(e);
        }
        return Arrays.copyOf(asns, count);
    }

    /** The hops, origin first. */
    List<Hop> hops() {
        try {
            return Verdict.parseFrom(octets).getHopsList();
        } catch (InvalidProtocolBufferException e) {
            throw undecodable(e);
        }
    }

    private static IllegalStateException undecodable(IOException e) {
        return new IllegalStateException("a path that was decoded before does not decode", e);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Path other && Arrays.equals(octets, other.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }
}
