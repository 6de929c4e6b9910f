// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.row.Proof;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Rows as octets. A row begins with
 *
 * <pre>
 *  octets  1       varint   varint each
 *          flags   count    numbers of keys ({@link KeyRegistry})
 * </pre>
 *
 * <p>so that rows that a key concerns are found by looking at their first octets. What follows is of one of two forms. A path that was
 * proved, and one that is not signed, take the <em>short</em> form: what follows from the keys (AS path, SKIs, results, findings) is
 * left out, which makes about 55 octets of a proved path of 4 hops. Any other row, which is to say one whose announcement is kept, is
 * in the <em>long</em> form, a {@link RouteRow}.
 *
 * <p>When and under which serial a verdict was made is not kept in the short form: whoever publishes it again says so anew.
 */
final class RowCodec {
    // flags
    private static final int STATE = 0x07;
    private static final int LONG = 0x08;
    private static final int PROVED = 0x10;
    private static final int PATH_OF_HOPS = 0x20; // the AS path is that of the hops
    private static final int PLAIN_HOPS = 0x40; // pCount 1 and no flags throughout
    private static final int PUBLISHED_BEFORE = 0x80; // the verdict was published in another epoch than the newest

    // more flags, of the short form
    private static final int ORIGIN = 0x03;
    private static final int REASON_AS = 0x04;
    private static final int REASON_LENGTH = 0x08;
    private static final int MIRRORED = 0x10;
    private static final int ATTRIBUTE = 0x20;
    private static final int TARGET = 0x40;
    private static final int ORIGIN_AS = 0x80;

    private static final int ATTRIBUTE_HASH = 16;
    private static final int RECEIVED = 7; // octets of microseconds since 1970
    private static final int FIXED_AT_MOST = 96; // octets of what does not grow with hops, path or communities
    private static final Set<String> REASONS = Set.of("", "as", "length");
    private static final String KEY_NOT_FOUND = HopResult.Result.KEY_NOT_FOUND.label();
    private static final String VERIFIED = HopResult.Result.VERIFIED.label();

    private final KeyRegistry keys;

    RowCodec(KeyRegistry keys) {
        this.keys = keys;
    }

    byte[] encode(RouteRow row) {
        try {
            return isShort(row) ? shortForm(row) : longForm(row);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to an array failed", e);
        }
    }

    RouteRow decode(byte[] octets) {
        return decode(octets, 0, octets.length);
    }

    /** Throws IllegalStateException when the octets are no row. */
    RouteRow decode(byte[] octets, int at, int length) {
        CodedInputStream in = CodedInputStream.newInstance(octets, at, length);
        try {
            int flags = in.readRawByte() & 0xff;
            int[] numbers = new int[in.readRawVarint32()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = in.readRawVarint32();
            }
            return (flags & LONG) != 0 ? RouteRow.parseFrom(in) : shortForm(flags, numbers, in);
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IllegalStateException("the state store holds a damaged row", e);
        }
    }

    static PathState state(byte flags) {
        return PathState.forNumber(flags & STATE);
    }

    /** Looks at the numbers of keys of a row. */
    interface Numbers {
        /** Returns whether to go on. */
        boolean take(int number);
    }

    /** Goes through the numbers of keys of the row that begins here; whether all were gone through. */
    static boolean numbers(byte[] octets, int at, Numbers numbers) {
        int next = at + 1;
        int left = 0;
        for (int i = -1; i < left; i++) {
            int number = 0;
            int shift = 0;
            do {
                number |= (octets[next] & 0x7f) << shift;
                shift += 7;
            } while (octets[next++] < 0);
            if (i < 0) {
                left = number;
            } else if (!numbers.take(number)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the short form says all that the row does. */
    private static boolean isShort(RouteRow row) {
        Verdict v = row.getVerdict();
        if (row.hasAnnouncement()
                || v.hasAnnouncement()
                || row.getKeysTried() != 0
                || v.getState() == PathState.MALFORMED
                || v.getOrigin() == OriginState.UNRECOGNIZED
                || v.getReceivedUs() >>> (8 * RECEIVED) != 0
                || v.getAttributeDigest() != attributeDigest(row)
                || v.getNextHop().size() > 0xff
                || !REASONS.contains(v.getOriginReason())) {
            return false;
        }
        if (!row.hasProof()) {
            return v.getHopsCount() == 0 && v.getFindingsCount() == 0;
        }
        return v.getHopsCount() == row.getProof().getSpkiHashCount()
                && v.getHopsList().stream().noneMatch(hop -> hop.getSki().isEmpty())
                && switch (v.getState()) {
                    case VALID -> v.getFindingsCount() == 0 && haveResult(v, VERIFIED);
                    case UNVERIFIED -> v.getFindingsCount() == 0 && haveResult(v, HopResult.Result.NOT_CHECKED.label());
                    case NOT_VALID ->
                        findings(v.getHopsList()).equals(v.getFindingsList())
                                && v.getHopsList().stream()
                                        .map(Hop::getResult)
                                        .allMatch(result -> result.equals(VERIFIED) || result.equals(KEY_NOT_FOUND));
                    case UNSIGNED, MALFORMED, UNRECOGNIZED -> false;
                };
    }

    private static boolean haveResult(Verdict v, String result) {
        return v.getHopsList().stream().allMatch(hop -> hop.getResult().equals(result));
    }

    private static long attributeDigest(RouteRow row) {
        return row.getAttributeHash().isEmpty()
                ? 0
                : row.getAttributeHash().asReadOnlyByteBuffer().getLong();
    }

    private byte[] shortForm(RouteRow row) throws IOException {
        Verdict v = row.getVerdict();
        boolean pathOfHops = v.getHopsCount() > 0 && v.getAsPathList().equals(asPath(v.getHopsList()));
        boolean plain = v.getHopsList().stream().allMatch(RowCodec::isPlain);
        int flags = v.getStateValue()
                | (row.hasProof() ? PROVED : 0)
                | (pathOfHops ? PATH_OF_HOPS : 0)
                | (plain ? PLAIN_HOPS : 0)
                | (v.getEpoch() == row.getEpoch() ? 0 : PUBLISHED_BEFORE);
        int more = v.getOriginValue()
                | (v.getOriginReason().equals("as") ? REASON_AS : 0)
                | (v.getOriginReason().equals("length") ? REASON_LENGTH : 0)
                | (v.getSource() == Source.MIRRORING ? MIRRORED : 0)
                | (row.getAttributeHash().isEmpty() ? 0 : ATTRIBUTE)
                | (v.hasTargetAs() ? TARGET : 0)
                | (v.hasOriginAs() ? ORIGIN_AS : 0);
        int atMost = FIXED_AT_MOST
                + 12 * v.getHopsCount()
                + 5 * (v.getAsPathCount() + v.getCommunitiesCount())
                + v.getNextHop().size();
        ByteBuffer buffer = ByteBuffer.allocate(atMost);
        CodedOutputStream out = CodedOutputStream.newInstance(buffer);
        out.writeRawByte(flags);
        out.writeUInt32NoTag(v.getHopsCount());
        for (int i = 0; i < v.getHopsCount(); i++) {
            Hop hop = v.getHops(i);
            out.writeUInt32NoTag(
                    keys.key(hop.getAsn(), hop.getSki(), row.getProof().getSpkiHash(i)));
        }
        out.writeRawByte(more);
        out.writeUInt64NoTag(row.getEpoch());
        if ((flags & PUBLISHED_BEFORE) != 0) {
            out.writeUInt64NoTag(v.getEpoch());
        }
        for (int shift = 8 * (RECEIVED - 1); shift >= 0; shift -= 8) {
            out.writeRawByte((byte) (v.getReceivedUs() >>> shift));
        }
        out.writeFixed32NoTag(row.getFacts());
        out.writeRawBytes(row.getAttributeHash());
        if (v.hasTargetAs()) {
            out.writeUInt32NoTag(v.getTargetAs());
        }
        out.writeRawByte(v.getNextHop().size());
        out.writeRawBytes(v.getNextHop());
        out.writeUInt32NoTag(v.getCommunitiesCount());
        for (int community : v.getCommunitiesList()) {
            out.writeFixed32NoTag(community);
        }
        if (!pathOfHops) {
            out.writeUInt32NoTag(v.getAsPathCount());
            for (int asn : v.getAsPathList()) {
                out.writeUInt32NoTag(asn);
            }
        }
        if (v.hasOriginAs()) {
            // As the difference to the last AS of the path, which it nearly always is.
            out.writeSInt32NoTag(v.getOriginAs() - lastOf(v.getAsPathList()));
        }
        for (int i = 0; i < v.getHopsCount() && !plain; i++) {
            out.writeRawByte(v.getHops(i).getPcount());
            out.writeRawByte(v.getHops(i).getFlags());
        }
        if (v.getState() == PathState.NOT_VALID) {
            for (Hop hop : v.getHopsList()) {
                out.writeRawByte(hop.getResult().equals(VERIFIED) ? 1 : 0);
            }
        }
        out.flush();
        byte[] octets = new byte[buffer.position()];
        buffer.flip().get(octets);
        return octets;
    }

    private RouteRow shortForm(int flags, int[] numbers, CodedInputStream in) throws IOException {
        RouteRow.Builder row = RouteRow.newBuilder();
        Verdict.Builder v = Verdict.newBuilder().setStateValue(flags & STATE);
        int more = in.readRawByte() & 0xff;
        row.setEpoch(in.readRawVarint64());
        v.setEpoch((flags & PUBLISHED_BEFORE) != 0 ? in.readRawVarint64() : row.getEpoch());
        long received = 0;
        for (int i = 0; i < RECEIVED; i++) {
            received = received << 8 | in.readRawByte() & 0xff;
        }
        v.setReceivedUs(received)
                .setOriginValue(more & ORIGIN)
                .setOriginReason((more & REASON_AS) != 0 ? "as" : (more & REASON_LENGTH) != 0 ? "length" : "")
                .setSource((more & MIRRORED) != 0 ? Source.MIRRORING : Source.MONITORING);
        row.setFacts(in.readRawLittleEndian32());
        if ((more & ATTRIBUTE) != 0) {
            row.setAttributeHash(octets(in, ATTRIBUTE_HASH));
            v.setAttributeDigest(attributeDigest(row.buildPartial()));
        }
        if ((more & TARGET) != 0) {
            v.setTargetAs(in.readRawVarint32());
        }
        v.setNextHop(octets(in, in.readRawByte() & 0xff));
        for (int left = in.readRawVarint32(); left > 0; left--) {
            v.addCommunities(in.readRawLittleEndian32());
        }
        List<Integer> asPath = new ArrayList<>();
        if ((flags & PATH_OF_HOPS) == 0) {
            for (int left = in.readRawVarint32(); left > 0; left--) {
                asPath.add(in.readRawVarint32());
            }
        }
        int originDifference = (more & ORIGIN_AS) != 0 ? in.readSInt32() : 0;
        List<Hop> hops = hops(flags, numbers, in);
        if ((flags & PATH_OF_HOPS) != 0) {
            asPath = asPath(hops);
        }
        v.addAllAsPath(asPath).addAllHops(hops);
        if ((more & ORIGIN_AS) != 0) {
            v.setOriginAs(originDifference + lastOf(asPath));
        }
        if ((flags & PROVED) != 0) {
            Proof.Builder proof = Proof.newBuilder();
            for (int number : numbers) {
                proof.addSpkiHash(keys.spkiHash(number));
            }
            row.setProof(proof);
        }
        if (v.getState() == PathState.NOT_VALID) {
            v.addAllFindings(findings(hops));
        }
        return row.setVerdict(v).build();
    }

    private List<Hop> hops(int flags, int[] numbers, CodedInputStream in) throws IOException {
        List<Hop.Builder> hops = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            Hop.Builder hop = Hop.newBuilder().setAsn(keys.asn(number)).setSki(keys.ski(number));
            if ((flags & PLAIN_HOPS) != 0) {
                hop.setPcount(1);
            } else {
                hop.setPcount(in.readRawByte() & 0xff).setFlags(in.readRawByte() & 0xff);
            }
            hops.add(hop);
        }
        PathState state = state((byte) flags);
        for (Hop.Builder hop : hops) {
            hop.setResult(
                    switch (state) {
                        case UNVERIFIED -> HopResult.Result.NOT_CHECKED.label();
                        case NOT_VALID -> in.readRawByte() == 1 ? VERIFIED : KEY_NOT_FOUND;
                        case VALID, UNSIGNED, MALFORMED, UNRECOGNIZED -> VERIFIED;
                    });
        }
        return hops.stream().map(Hop.Builder::build).toList();
    }

    private byte[] longForm(RouteRow row) throws IOException {
        Set<Integer> numbers = numbers(row);
        int atMost = 6 + 5 * numbers.size();
        ByteBuffer head = ByteBuffer.allocate(atMost);
        CodedOutputStream out = CodedOutputStream.newInstance(head);
        out.writeRawByte(row.getVerdict().getStateValue() | LONG);
        out.writeUInt32NoTag(numbers.size());
        for (int number : numbers) {
            out.writeUInt32NoTag(number);
        }
        out.flush();
        byte[] octets = new byte[head.position() + row.getSerializedSize()];
        head.flip().get(octets, 0, head.limit());
        row.writeTo(CodedOutputStream.newInstance(octets, head.limit(), row.getSerializedSize()));
        return octets;
    }

    /** All keys that could make a difference to the path: those its hops name, in each of its blocks. */
    private Set<Integer> numbers(RouteRow row) {
        Verdict verdict = row.getVerdict();
        boolean mayChange = verdict.getState() == PathState.VALID || verdict.getState() == PathState.NOT_VALID;
        Set<Integer> numbers = new LinkedHashSet<>();
        if (!mayChange && !row.hasProof()) {
            return numbers;
        }
        for (Hop hop : verdict.getHopsList()) {
            if (!hop.getSki().isEmpty()) {
                numbers.add(keys.name(hop.getAsn(), hop.getSki()));
            }
        }
        Announcement announcement = verdict.hasAnnouncement() ? verdict.getAnnouncement() : row.getAnnouncement();
        SecurePath path = announcement.hasBgpsecPath()
                ? PathJudge.decoded(RouteRecord.bytes(announcement.getBgpsecPath()))
                : null;
        if (path != null) {
            path.blocks().forEach(block -> {
                for (int i = 0;
                        i < Math.min(block.segments().size(), path.segments().size());
                        i++) {
                    ByteString ski =
                            ByteString.copyFrom(block.segments().get(i).ski().asByteBuffer());
                    numbers.add(keys.name((int) path.segments().get(i).asn(), ski));
                }
            });
        }
        return numbers;
    }

    /** What a path that was proved is found guilty of: the keys that are not there any more. */
    private static List<Finding> findings(List<Hop> hops) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < hops.size(); i++) {
            if (!hops.get(i).getResult().equals(VERIFIED)) {
                findings.add(PathJudge.withdrawn(i + 1, hops.get(i)));
            }
        }
        return findings;
    }

    /** The AS path, nearest first, that the hops, origin first, make with pCount applied. */
    private static List<Integer> asPath(List<Hop> hops) {
        List<Integer> path = new ArrayList<>(hops.size());
        for (Hop hop : hops.reversed()) {
            for (int i = 0; i < hop.getPcount(); i++) {
                path.add(hop.getAsn());
            }
        }
        return path;
    }

    private static boolean isPlain(Hop hop) {
        return hop.getPcount() == 1 && hop.getFlags() == 0;
    }

    private static int lastOf(List<Integer> path) {
        return path.isEmpty() ? 0 : path.getLast();
    }

    private static ByteString octets(CodedInputStream in, int count) throws IOException {
        return ByteString.copyFrom(in.readRawBytes(count));
    }
}
