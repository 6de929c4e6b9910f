// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;

/**
 * Splits an encoded verdict into two parts: the part that all routes of a path share (AS numbers, next hop, path
 * attributes, hops), and the rest. Each part is a protobuf message. The two parts in sequence are the whole verdict
 * again, because protobuf accepts fields in any order. Only the fields for counts and queries are decoded. One object
 * is used for many verdicts. Not thread-safe.
 */
final class VerdictParts {
    private static final int STATE = Verdict.STATE_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int ORIGIN = Verdict.ORIGIN_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int ORIGIN_REASON =
            Verdict.ORIGIN_REASON_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ASPA = Verdict.ASPA_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int EPOCH = Verdict.EPOCH_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int DIGEST = Verdict.ATTRIBUTE_DIGEST_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int FINDING = Verdict.FINDINGS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int HOP = Verdict.HOPS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int DERIVED_FROM =
            Verdict.DERIVED_FROM_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ANNOUNCEMENT =
            Verdict.ANNOUNCEMENT_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private byte[] ofPath = new byte[0];
    private byte[] own = new byte[0];
    private int pathLength;
    private int ownLength;
    private int state;
    private int origin;
    private int aspa;
    private boolean signed;
    private boolean derived;
    private long epoch;
    private long rules;

    /** Splits a verdict; throws IllegalArgumentException if it cannot be decoded. */
    void read(byte[] verdict) {
        clear(verdict.length);
        CodedInputStream in = CodedInputStream.newInstance(verdict);
        try {
            boolean nested = false;
            boolean shared = false;
            int begin = 0; // start of a sequence of fields of the same part
            for (int tag = in.readTag(), from = 0; tag != 0; from = in.getTotalBytesRead(), tag = in.readTag()) {
                if (shared != isOfPath(WireFormat.getTagFieldNumber(tag))) {
                    keep(shared, verdict, begin, from);
                    shared = !shared;
                    begin = from;
                }
                nested |= field(tag, in);
            }
            keep(shared, verdict, begin, verdict.length);
            if (nested) { // also checks that the part can be decoded
                rules = rules(Verdict.parser().parseFrom(own, 0, ownLength));
            }
            if (derived) {
                rules = 0; // these findings are counted for the original route
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the value is not a verdict: " + e.getMessage(), e);
        }
    }

    private void clear(int capacity) {
        if (own.length < capacity) {
            own = new byte[2 * capacity];
            ofPath = new byte[2 * capacity];
        }
        pathLength = 0;
        ownLength = 0;
        state = 0;
        origin = 0;
        aspa = 0;
        signed = false;
        derived = false;
        epoch = 0;
        rules = 0;
    }

    private static boolean isOfPath(int field) {
        return switch (field) {
            case Verdict.ORIGIN_AS_FIELD_NUMBER,
                    Verdict.TARGET_AS_FIELD_NUMBER,
                    Verdict.AS_PATH_FIELD_NUMBER,
                    Verdict.NEXT_HOP_FIELD_NUMBER,
                    Verdict.PATH_ATTRIBUTES_FIELD_NUMBER,
                    Verdict.HOPS_FIELD_NUMBER -> true;
            default -> false;
        };
    }

    /** Reads a field. Returns true if the field is in the route's own part and must be decoded to be checked. */
    private boolean field(int tag, CodedInputStream in) throws IOException {
        switch (tag) {
            case STATE -> state = in.readEnum();
            case ORIGIN -> origin = in.readEnum();
            case ASPA -> aspa = in.readEnum();
            case EPOCH -> epoch = in.readUInt64();
            case DIGEST -> signed |= in.readFixed64() != 0;
            default -> {
                in.skipField(tag);
                signed |= tag == HOP;
                derived |= tag == DERIVED_FROM;
                return tag == ORIGIN_REASON || tag == FINDING || tag == ANNOUNCEMENT;
            }
        }
        return false;
    }

    private void keep(boolean shared, byte[] verdict, int from, int to) {
        int length = to - from;
        if (shared) {
            System.arraycopy(verdict, from, ofPath, pathLength, length);
            pathLength += length;
        } else {
            System.arraycopy(verdict, from, own, ownLength, length);
            ownLength += length;
        }
    }

    private static long rules(Verdict verdict) {
        long flags = 0;
        for (Finding finding : verdict.getFindingsList()) {
            // A rule of a newer validator has no flag.
            flags |= ContractTypes.rule(finding).map(RouteFlags::of).orElse(0L);
        }
        return flags;
    }

    PathState state() {
        return ContractTypes.toDomain(org.pathproof.contracts.v1.PathState.forNumber(state));
    }

    OriginVerdict origin() {
        return OriginVerdict.of(ContractTypes.toDomain(OriginState.forNumber(origin)));
    }

    AspaVerdict aspa() {
        AspaState known = AspaState.forNumber(aspa);
        return AspaVerdict.of(known == null ? Optional.empty() : ContractTypes.toDomain(known));
    }

    /** Returns true if the route has a BGPsec_PATH. */
    boolean signed() {
        return signed;
    }

    /** Returns true if the state is that of another route, which has the same BGPsec_PATH in a pre-policy view. */
    boolean derived() {
        return derived;
    }

    long epoch() {
        return epoch;
    }

    /** Returns the rules of the findings as {@link RouteFlags}. */
    long rules() {
        return rules;
    }

    /** Returns a copy of the part that routes of the same path share. */
    byte[] ofPath() {
        return Arrays.copyOf(ofPath, pathLength);
    }

    int ownLength() {
        return ownLength;
    }

    /** Copies the route's own part into an array. */
    void copyOwn(byte[] to, int at) {
        System.arraycopy(own, 0, to, at, ownLength);
    }
}
