// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.row.FieldBytes;
import org.pathproof.verdictstore.row.Findings;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Bytes;

/**
 * Splits an encoded verdict into the parts that a row has and those that it shares: flags and times, the path, the
 * attributes, and further fields. Everything without a place of its own is a further field, unchanged, so the parts are
 * always the whole verdict. One object is used for many verdicts. Not thread-safe.
 */
final class VerdictParts {
    private static final int VARINT = WireFormat.WIRETYPE_VARINT;
    private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private static final int STATE = Verdict.STATE_FIELD_NUMBER << 3 | VARINT;
    private static final int ORIGIN = Verdict.ORIGIN_FIELD_NUMBER << 3 | VARINT;
    private static final int ORIGIN_REASON = Verdict.ORIGIN_REASON_FIELD_NUMBER << 3 | BYTES;
    private static final int ORIGIN_AS = Verdict.ORIGIN_AS_FIELD_NUMBER << 3 | VARINT;
    private static final int SERIAL = Verdict.RPKI_SERIAL_FIELD_NUMBER << 3 | VARINT;
    private static final int EPOCH = Verdict.EPOCH_FIELD_NUMBER << 3 | VARINT;
    private static final int RECEIVED = Verdict.RECEIVED_US_FIELD_NUMBER << 3 | VARINT;
    private static final int VALIDATED = Verdict.VALIDATED_US_FIELD_NUMBER << 3 | VARINT;
    private static final int DIGEST = Verdict.ATTRIBUTE_DIGEST_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int TARGET_AS = Verdict.TARGET_AS_FIELD_NUMBER << 3 | VARINT;
    private static final int AS_PATH = Verdict.AS_PATH_FIELD_NUMBER << 3 | BYTES;
    private static final int AS_PATH_SINGLE = Verdict.AS_PATH_FIELD_NUMBER << 3 | VARINT;
    private static final int NEXT_HOP = Verdict.NEXT_HOP_FIELD_NUMBER << 3 | BYTES;
    private static final int COMMUNITIES = Verdict.COMMUNITIES_FIELD_NUMBER << 3 | BYTES;
    private static final int HOP = Verdict.HOPS_FIELD_NUMBER << 3 | BYTES;
    private static final int SOURCE = Verdict.SOURCE_FIELD_NUMBER << 3 | VARINT;
    private static final int DERIVED_FROM = Verdict.DERIVED_FROM_FIELD_NUMBER << 3 | BYTES;
    private static final int PATH_ATTRIBUTES = Verdict.PATH_ATTRIBUTES_FIELD_NUMBER << 3 | BYTES;
    private static final int DUAL_PATH = Verdict.DUAL_PATH_FIELD_NUMBER << 3 | VARINT;
    private static final int ASPA = Verdict.ASPA_FIELD_NUMBER << 3 | VARINT;
    private static final int PROCEDURE = Verdict.ASPA_PROCEDURE_FIELD_NUMBER << 3 | VARINT;
    private static final int UNCERTAIN = Verdict.ORIGIN_UNCERTAIN_FIELD_NUMBER << 3 | VARINT;

    private final FindingsReader findingsReader;
    private final PathWriter path = new PathWriter();
    private final FieldBuffer attributes = new FieldBuffer();
    private final FieldBuffer fields = new FieldBuffer();

    private byte[] value = new byte[0];
    /** The index at which the present field begins. */
    private int fieldStart;
    /** Numbers of fields with a place of their own that have become further fields, as bits. */
    private long kept;

    private int state;
    private int origin;
    private int aspa;
    private int flags;
    private Findings findings = Findings.NONE;
    private long epoch;
    private long receivedUs;
    private long validatedUs;
    private long serial;
    private long digest;
    /** The field that names the route from which the verdict is derived, in the value. */
    private int derivedStart;

    private int derivedFrom;
    private int derivedEnd;

    VerdictParts() {
        this(new FindingsReader());
    }

    /** @param findingsReader the reader of this thread */
    VerdictParts(FindingsReader findingsReader) {
        this.findingsReader = findingsReader;
    }

    /** Splits a verdict; throws IllegalArgumentException if it cannot be decoded. */
    void read(byte[] verdict) {
        clear(verdict);
        try {
            CodedInputStream in = CodedInputStream.newInstance(verdict);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                field(tag, in);
                fieldStart = in.getTotalBytesRead();
            }
        } catch (IOException e) {
            throw EncodedVerdict.invalid(e);
        }
        path.finish();
        if (fields.length() > 0) { // also checks that the fields can be decoded
            findings = findingsReader.read(fields);
        }
        if ((flags & RowFlags.DERIVED) != 0) {
            findings = Findings.NONE; // they are counted for the original route
        }
        flags |= StateNumbers.flags(state, origin, aspa);
        if (digest != 0 || path.hasHops()) {
            flags |= RowFlags.SIGNED;
        }
    }

    private void clear(byte[] verdict) {
        value = verdict;
        fieldStart = 0;
        kept = 0;
        path.clear();
        attributes.clear();
        fields.clear();
        state = 0;
        origin = 0;
        aspa = 0;
        flags = 0;
        findings = Findings.NONE;
        epoch = 0;
        receivedUs = 0;
        validatedUs = 0;
        serial = Stamps.NO_SERIAL;
        digest = 0;
        derivedEnd = 0;
    }

    private void field(int tag, CodedInputStream in) throws IOException {
        switch (tag) {
            case STATE -> state = number(tag, StateNumbers.STATES, in);
            case ORIGIN -> origin = number(tag, StateNumbers.ORIGINS, in);
            case ASPA -> aspa = number(tag, StateNumbers.ASPA_STATES, in);
            case PROCEDURE -> setNumber(tag, VerdictFlags.PROCEDURE_SHIFT, VerdictFlags.PROCEDURES, in);
            case SOURCE -> setNumber(tag, VerdictFlags.SOURCE_SHIFT, VerdictFlags.SOURCES, in);
            case DUAL_PATH -> set(VerdictFlags.DUAL_PATH, in.readBool());
            case UNCERTAIN -> set(VerdictFlags.ORIGIN_UNCERTAIN, in.readBool());
            case ORIGIN_REASON -> setReason(EncodedVerdict.skipBytes(in), in);
            case ORIGIN_AS -> path.setOrigin(in.readUInt32());
            case TARGET_AS -> path.setTarget(in.readUInt32());
            case AS_PATH_SINGLE -> path.addAs(in.readUInt32());
            case AS_PATH -> path.addAses(in);
            case HOP -> path.addHop(in, value, fieldStart);
            case SERIAL -> serial = Integer.toUnsignedLong(in.readUInt32());
            case EPOCH -> epoch = in.readUInt64();
            case RECEIVED -> receivedUs = in.readUInt64();
            case VALIDATED -> validatedUs = in.readUInt64();
            case DIGEST -> digest = in.readFixed64();
            case NEXT_HOP, COMMUNITIES, PATH_ATTRIBUTES -> {
                int from = EncodedVerdict.skipBytes(in);
                if (tag == COMMUNITIES && (in.getTotalBytesRead() - from) % Integer.BYTES != 0) {
                    throw new IllegalArgumentException("the value is not a verdict: a community has 4 bytes");
                }
                attributes.add(value, fieldStart, in.getTotalBytesRead());
            }
            case DERIVED_FROM -> {
                derivedStart = fieldStart;
                derivedFrom = EncodedVerdict.skipBytes(in);
                derivedEnd = in.getTotalBytesRead();
                flags |= RowFlags.DERIVED;
            }
            default -> {
                in.skipField(tag);
                keep(in);
            }
        }
    }

    /** Makes the present field a further field. */
    private void keep(CodedInputStream in) {
        fields.add(value, fieldStart, in.getTotalBytesRead());
    }

    /**
     * Returns the number of an enum field. A value of a newer writer becomes a further field, and {@code count}. So
     * does every later value of that field, because the last one of a message counts.
     */
    private int number(int tag, int count, CodedInputStream in) throws IOException {
        int number = in.readEnum();
        return isKnown(tag, number, count, in) ? number : count;
    }

    private boolean isKnown(int tag, int number, int count, CodedInputStream in) {
        long bit = 1L << WireFormat.getTagFieldNumber(tag);
        boolean known = number >= 0 && number < count;
        if (!known || (kept & bit) != 0) {
            keep(in);
            kept |= bit;
        }
        return known;
    }

    private void setNumber(int tag, int shift, int count, CodedInputStream in) throws IOException {
        int number = in.readEnum();
        if (isKnown(tag, number, count, in)) {
            setNumber(shift, number);
        }
    }

    private void setNumber(int shift, int number) {
        flags = flags & ~(VerdictFlags.NUMBER << shift) | number << shift;
    }

    private void set(int flag, boolean isSet) {
        flags = isSet ? flags | flag : flags & ~flag;
    }

    private void setReason(int from, CodedInputStream in) {
        int reason = VerdictFlags.reason(value, from, in.getTotalBytesRead());
        if (isKnown(ORIGIN_REASON, reason, VerdictFlags.REASONS, in)) {
            setNumber(VerdictFlags.REASON_SHIFT, reason);
        }
    }

    /**
     * Returns the session of the route from which the verdict is derived, if it has the key of this route apart from
     * the session.
     *
     * @param key key of this route
     * @return null for a verdict of its own, and for one that is derived from the route of another prefix
     */
    @Nullable
    SessionId derivedFrom(byte[] key) {
        int session = RouteKey.prefixPartLength(key);
        int rest = session + SessionId.LENGTH;
        return derivedEnd - derivedFrom == key.length
                        && Arrays.equals(value, derivedFrom, derivedFrom + session, key, 0, session)
                        && Arrays.equals(value, derivedFrom + rest, derivedEnd, key, rest, key.length)
                ? new SessionId(Bytes.wrap(Arrays.copyOfRange(value, derivedFrom + session, derivedFrom + rest)))
                : null;
    }

    /** Makes the key of the route from which the verdict is derived a further field. */
    void keepDerivedFrom() {
        if (derivedEnd > 0) {
            fields.add(value, derivedStart, derivedEnd);
            derivedEnd = 0;
        }
    }

    int flags() {
        return flags;
    }

    Findings findings() {
        return findings;
    }

    long epoch() {
        return epoch;
    }

    long receivedUs() {
        return receivedUs;
    }

    long validatedUs() {
        return validatedUs;
    }

    /** Returns the serial of the RPKI set; {@link Stamps#NO_SERIAL} for none. */
    long serial() {
        return serial;
    }

    long digest() {
        return digest;
    }

    PathWriter path() {
        return path;
    }

    /** Returns next hop, communities and path attributes as fields of a verdict. */
    FieldBuffer attributes() {
        return attributes;
    }

    /** Returns the further fields. */
    FieldBuffer fields() {
        return fields;
    }

    /**
     * Returns the further fields in the form of their dictionary; empty if there are none.
     *
     * @param hasOwnSlot false for a row whose epoch must be a further field
     */
    byte[] fieldBytes(boolean hasOwnSlot) {
        return hasOwnSlot && fields.length() == 0
                ? new byte[0]
                : FieldBytes.of(findings, hasOwnSlot ? 0 : epoch, fields.array(), fields.length());
    }

    /** Returns a path with its attributes that is independent of this object. */
    SharedPath sharedPath() {
        return new SharedPath(path.copy(), path.keys(), attributes.copy());
    }
}
