// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.contracts.v1.VerdictOrBuilder;

/**
 * Encodes rows of verified and of unsigned paths. {@link RowShape} depends on the order of the fields. Data that
 * follow from the keys are left out: SKIs, results, findings, and mostly the AS path. Time and serial of the verdict
 * are not stored: publishing the verdict again sets new ones.
 *
 * <pre>
 *  1        flags
 *  varints  number of hops; key number of each, origin first
 *  1        more flags
 *  varint   epoch
 *  varint   epoch of the verdict      if different
 *  7        time of receipt, microseconds since 1970-01-01 UTC
 *  4        facts
 *  16       attribute hash            if there is one
 *  varint   target AS                 if known
 *  1, ...   next hop: length (below 64), plus 64 if the path is verified by ASPA, plus 128 if AS_PATH is beside
 *           BGPsec_PATH; bytes
 *  1        ASPA: state, plus 4 times the procedure    if the path is verified by ASPA
 *  varint   number of communities; 4 bytes each
 *  varints  number of ASes; the AS path      if not that of the hops
 *  varint   origin AS                 if known: difference to the last AS of the path, mostly 0
 *  2 each   pCount and flags of the hops     if not 1 and 0 throughout
 *  1 each   1: the hop has its key, else 0   if NOT_VALID
 *  rest     path attributes                  often none
 * </pre>
 */
final class ShortForm {
    // flags in addition to those of RowFlags
    static final int HAS_PROOF = 0x10;
    static final int PATH_OF_HOPS = 0x20; // the AS path is that of the hops
    static final int PLAIN_HOPS = 0x40; // pCount 1 and no flags throughout
    static final int PUBLISHED_BEFORE = 0x80; // the verdict was published in another epoch than the newest

    // more flags
    private static final int ORIGIN = 0x03;
    private static final int REASON_AS = 0x04;
    private static final int REASON_LENGTH = 0x08;
    private static final int MIRRORED = 0x10;
    static final int ATTRIBUTE = 0x20;
    static final int TARGET = 0x40;
    static final int ORIGIN_AS = 0x80;

    // in the byte of the next hop's length
    private static final int DUAL_PATH = 0x80;
    static final int ASPA = 0x40;
    static final int NEXT_HOP_LENGTH = 0x3f;

    // in the byte of ASPA
    private static final int ASPA_STATE = 0x03;
    private static final int ASPA_PROCEDURE_SHIFT = 2;

    static final int ATTRIBUTE_HASH = 16;
    static final int RECEIVED_BITS = 56;
    static final int FACTS = Integer.BYTES;
    private static final Set<String> REASONS = Set.of("", "as", "length");
    private static final String KEY_NOT_FOUND = RoutePathValidator.label(Result.KEY_NOT_FOUND);
    private static final String NOT_CHECKED = RoutePathValidator.label(Result.NOT_CHECKED);
    private static final String VERIFIED = RoutePathValidator.label(Result.VERIFIED);
    private static final String NO_RESULT = ""; // of each hop of a VALID path

    private final KeyRegistry keys;
    private final RowWriter out = new RowWriter();

    ShortForm(KeyRegistry keys) {
        this.keys = keys;
    }

    /** The first fields of a row: its epochs, and the place of its attribute hash. */
    record Head(long epoch, long publishedEpoch, int hashAt, int hashLength) {}

    static Head head(byte[] bytes) {
        RowReader in = new RowReader(bytes);
        int flags = in.u8();
        for (int left = in.count(1); left > 0; left--) {
            in.varint();
        }
        int more = in.u8();
        long epoch = in.varint();
        long published = (flags & PUBLISHED_BEFORE) != 0 ? in.varint() : epoch;
        in.skip(RECEIVED_BITS / 8 + FACTS);
        int length = (more & ATTRIBUTE) != 0 ? ATTRIBUTE_HASH : 0;
        if (in.left() < length) {
            throw new IndexOutOfBoundsException("a row of " + bytes.length + " bytes is too short");
        }
        return new Head(epoch, published, in.at(), length);
    }

    /** Returns the index behind the first flags, the key numbers and the further flags of the row at an index. */
    static int afterHead(byte[] bytes, int at) {
        int next = RowReader.afterVarint(bytes, at + 1);
        for (long left = RowReader.varint(bytes, at + 1); left > 0; left--) {
            next = RowReader.afterVarint(bytes, next);
        }
        return next + 1;
    }

    /** Returns true if a row with these flags has a byte for the result of each hop. */
    static boolean hasResults(byte flags) {
        return RowFlags.state(flags) == PathState.NOT_VALID;
    }

    /** Returns true when the short form can hold the row. */
    static boolean fits(Row row) {
        Verdict v = row.verdict();
        if (row.announcement() != null
                || v.hasAnnouncement()
                || v.hasSchemeResult()
                || row.keysTried() != 0
                || v.getState() == PathState.MALFORMED
                || v.getOrigin() == OriginState.UNRECOGNIZED
                || v.getReceivedUs() >>> RECEIVED_BITS != 0
                || v.getAttributeDigest() != Digests.first8(row.attributeHash())
                || v.getNextHop().size() > NEXT_HOP_LENGTH
                || v.getOriginUncertain()
                || v.getAspa() == AspaState.UNRECOGNIZED
                || v.getAspaProcedure() == AspaProcedure.UNRECOGNIZED
                || !REASONS.contains(v.getOriginReason())) {
            return false;
        }
        if (row.proof().isEmpty()) {
            return v.getHopsCount() == 0 && v.getFindingsCount() == 0;
        }
        return v.getHopsCount() == row.proof().size()
                && switch (v.getState()) {
                    case VALID -> v.getFindingsCount() == 0 && haveResult(v, NO_RESULT, NO_RESULT);
                    case UNVERIFIED ->
                        (v.getFindingsCount() == 0 || v.getFindingsList().equals(UntrustedProof.FINDINGS))
                                && haveResult(v, NOT_CHECKED, NOT_CHECKED);
                    case NOT_VALID ->
                        haveResult(v, VERIFIED, KEY_NOT_FOUND)
                                && findings(v.getHopsList()).equals(v.getFindingsList());
                    case UNSIGNED, MALFORMED, UNRECOGNIZED -> false;
                };
    }

    /** Returns true when each hop has an SKI and one of two results. */
    private static boolean haveResult(Verdict v, String one, String other) {
        for (int i = 0; i < v.getHopsCount(); i++) {
            Hop hop = v.getHops(i);
            String result = hop.getResult();
            if (hop.getSki().isEmpty() || !result.equals(one) && !result.equals(other)) {
                return false;
            }
        }
        return true;
    }

    /** Encodes a row that {@link #fits}. */
    byte[] write(Row row) {
        Verdict v = row.verdict();
        boolean pathOfHops = v.getHopsCount() > 0 && isPathOfHops(v);
        boolean plain = arePlain(v);
        out.begin();
        out.u8(RowFlags.state(row)
                | (row.proof().isEmpty() ? 0 : HAS_PROOF)
                | (pathOfHops ? PATH_OF_HOPS : 0)
                | (plain ? PLAIN_HOPS : 0)
                | (v.getEpoch() == row.epoch() ? 0 : PUBLISHED_BEFORE));
        out.varint(v.getHopsCount());
        for (int i = 0; i < v.getHopsCount(); i++) {
            out.varint(keys.key(v.getHops(i), row.proof().get(i)));
        }
        out.u8(v.getOriginValue()
                | (v.getOriginReason().equals("as") ? REASON_AS : 0)
                | (v.getOriginReason().equals("length") ? REASON_LENGTH : 0)
                | (v.getSource() == Source.MIRRORING ? MIRRORED : 0)
                | (row.attributeHash().isEmpty() ? 0 : ATTRIBUTE)
                | (v.hasTargetAs() ? TARGET : 0)
                | (v.hasOriginAs() ? ORIGIN_AS : 0));
        out.varint(row.epoch());
        if (v.getEpoch() != row.epoch()) {
            out.varint(v.getEpoch());
        }
        out.u56(v.getReceivedUs());
        out.u32(row.facts());
        out.bytes(row.attributeHash());
        if (v.hasTargetAs()) {
            out.varint(Integer.toUnsignedLong(v.getTargetAs()));
        }
        boolean aspa = v.getAspaProcedure() != AspaProcedure.ASPA_PROCEDURE_NONE;
        out.u8(v.getNextHop().size() | (v.getDualPath() ? DUAL_PATH : 0) | (aspa ? ASPA : 0));
        out.bytes(v.getNextHop());
        if (aspa) {
            out.u8(v.getAspaValue() | v.getAspaProcedureValue() << ASPA_PROCEDURE_SHIFT);
        }
        out.varint(v.getCommunitiesCount());
        for (int i = 0; i < v.getCommunitiesCount(); i++) {
            out.u32(v.getCommunities(i));
        }
        if (!pathOfHops) {
            out.varint(v.getAsPathCount());
            for (int i = 0; i < v.getAsPathCount(); i++) {
                out.varint(Integer.toUnsignedLong(v.getAsPath(i)));
            }
        }
        if (v.hasOriginAs()) {
            out.varint(Integer.toUnsignedLong(zigzag(v.getOriginAs() - lastAs(v))));
        }
        for (int i = 0; i < v.getHopsCount() && !plain; i++) {
            out.u8(v.getHops(i).getPcount());
            out.u8(v.getHops(i).getFlags());
        }
        for (int i = 0; i < v.getHopsCount() && v.getState() == PathState.NOT_VALID; i++) {
            out.u8(v.getHops(i).getResult().equals(VERIFIED) ? 1 : 0);
        }
        out.bytes(v.getPathAttributes());
        return out.toArray();
    }

    Row read(byte[] bytes) {
        RowReader in = new RowReader(bytes);
        int flags = in.u8();
        int[] numbers = new int[in.count(1)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) in.varint();
        }
        int more = in.u8();
        long epoch = in.varint();
        Verdict.Builder v = Verdict.newBuilder()
                .setState(RowFlags.state((byte) flags))
                .setEpoch((flags & PUBLISHED_BEFORE) != 0 ? in.varint() : epoch)
                .setReceivedUs(in.u56())
                .setOriginValue(more & ORIGIN)
                .setOriginReason((more & REASON_AS) != 0 ? "as" : (more & REASON_LENGTH) != 0 ? "length" : "")
                .setSource((more & MIRRORED) != 0 ? Source.MIRRORING : Source.MONITORING);
        int facts = in.u32();
        ByteString attributeHash = in.bytes((more & ATTRIBUTE) != 0 ? ATTRIBUTE_HASH : 0);
        v.setAttributeDigest(Digests.first8(attributeHash));
        if ((more & TARGET) != 0) {
            v.setTargetAs((int) in.varint());
        }
        int nextHop = in.u8();
        v.setDualPath((nextHop & DUAL_PATH) != 0);
        v.setNextHop(in.bytes(nextHop & NEXT_HOP_LENGTH));
        if ((nextHop & ASPA) != 0) {
            int aspa = in.u8();
            v.setAspaValue(aspa & ASPA_STATE).setAspaProcedureValue(aspa >> ASPA_PROCEDURE_SHIFT);
        }
        for (int left = in.count(Integer.BYTES); left > 0; left--) {
            v.addCommunities(in.u32());
        }
        if ((flags & PATH_OF_HOPS) == 0) {
            for (int left = in.count(1); left > 0; left--) {
                v.addAsPath((int) in.varint());
            }
        }
        int originDifference = (more & ORIGIN_AS) != 0 ? unzigzag((int) in.varint()) : 0;
        addHops(flags, numbers, in, v);
        v.setPathAttributes(in.bytes(in.left()));
        if ((flags & PATH_OF_HOPS) != 0) {
            addPathOfHops(v);
        }
        if ((more & ORIGIN_AS) != 0) {
            v.setOriginAs(originDifference + lastAs(v));
        }
        if (v.getState() == PathState.NOT_VALID) {
            v.addAllFindings(findings(v.getHopsList()));
        } else if (RowFlags.isUntrusted((byte) flags)) {
            v.addAllFindings(UntrustedProof.FINDINGS);
        }
        return new Row(epoch, attributeHash, facts, v.build(), proof(flags, numbers), null, 0);
    }

    private List<ProofKey> proof(int flags, int[] numbers) {
        if ((flags & HAS_PROOF) == 0) {
            return List.of();
        }
        List<ProofKey> proof = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            proof.add(ProofKey.named(keys.spkiHash(number)));
        }
        return proof;
    }

    private void addHops(int flags, int[] numbers, RowReader in, Verdict.Builder v) {
        int[] pCountAndFlags = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            pCountAndFlags[i] = (flags & PLAIN_HOPS) != 0 ? 1 << 8 : in.u8() << 8 | in.u8();
        }
        PathState state = RowFlags.state((byte) flags);
        for (int i = 0; i < numbers.length; i++) {
            v.addHops(Hop.newBuilder()
                    .setAsn(keys.asn(numbers[i]))
                    .setPcount(pCountAndFlags[i] >> 8)
                    .setFlags(pCountAndFlags[i] & 0xff)
                    .setSki(keys.ski(numbers[i]))
                    .setResult(
                            switch (state) {
                                case UNVERIFIED -> NOT_CHECKED;
                                case NOT_VALID -> in.u8() == 1 ? VERIFIED : KEY_NOT_FOUND;
                                case VALID, UNSIGNED, MALFORMED, UNRECOGNIZED -> NO_RESULT;
                            })
                    .build());
        }
    }

    /** Returns the findings for a verified path whose keys were withdrawn. */
    private static List<Finding> findings(List<Hop> hops) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < hops.size(); i++) {
            if (!hops.get(i).getResult().equals(VERIFIED)) {
                findings.add(RoutePathValidator.withdrawn(i + 1, hops.get(i)));
            }
        }
        return findings;
    }

    /** Returns true if the AS path, nearest AS first, equals the hops in reverse order, each repeated pCount times. */
    private static boolean isPathOfHops(Verdict v) {
        int next = 0;
        for (int i = v.getHopsCount() - 1; i >= 0; i--) {
            Hop hop = v.getHops(i);
            for (int count = hop.getPcount(); count > 0; count--) {
                if (next == v.getAsPathCount() || v.getAsPath(next++) != hop.getAsn()) {
                    return false;
                }
            }
        }
        return next == v.getAsPathCount();
    }

    private static void addPathOfHops(Verdict.Builder v) {
        for (int i = v.getHopsCount() - 1; i >= 0; i--) {
            Hop hop = v.getHops(i);
            for (int count = hop.getPcount(); count > 0; count--) {
                v.addAsPath(hop.getAsn());
            }
        }
    }

    private static boolean arePlain(Verdict v) {
        for (int i = 0; i < v.getHopsCount(); i++) {
            if (v.getHops(i).getPcount() != 1 || v.getHops(i).getFlags() != 0) {
                return false;
            }
        }
        return true;
    }

    private static int lastAs(VerdictOrBuilder v) {
        return v.getAsPathCount() == 0 ? 0 : v.getAsPath(v.getAsPathCount() - 1);
    }

    private static int zigzag(int number) {
        return number << 1 ^ number >> 31;
    }

    private static int unzigzag(int bits) {
        return bits >>> 1 ^ -(bits & 1);
    }
}
