// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.row.Proof;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.wire.bgp.SecurePath;

/** Encodes rows that {@link ShortForm} cannot hold, such as those with an announcement, as a {@link RouteRow}. */
final class LongForm {
    private final KeyRegistry keys;
    private final RowWriter out = new RowWriter();

    LongForm(KeyRegistry keys) {
        this.keys = keys;
    }

    byte[] write(Row row) {
        Set<Integer> numbers = numbers(row);
        out.begin();
        out.u8(RowFlags.state(row)
                | RowFlags.LONG
                | (row.isFailed() ? RowFlags.FAILED : 0)
                | (row.isRewritten() ? RowFlags.REWRITTEN : 0));
        out.varint(numbers.size());
        for (int number : numbers) {
            out.varint(number);
        }
        out.bytes(message(row).toByteString());
        return out.toArray();
    }

    Row read(byte[] bytes) {
        RowReader in = new RowReader(bytes);
        in.skip(1);
        for (int left = in.count(1); left > 0; left--) {
            in.varint();
        }
        try {
            return row(RouteRow.parseFrom(CodedInputStream.newInstance(bytes, in.at(), in.left())));
        } catch (IOException e) {
            throw new DamagedRowException(e);
        }
    }

    private static RouteRow message(Row row) {
        RouteRow.Builder message = RouteRow.newBuilder()
                .setEpoch(row.epoch())
                .setAttributeHash(row.attributeHash())
                .setFacts(row.facts())
                .setVerdict(row.verdict())
                .setKeysTried(row.keysTried());
        if (!row.proof().isEmpty()) {
            Proof.Builder proof = Proof.newBuilder();
            row.proof().forEach(key -> proof.addSpkiHash(key.spkiHash()));
            message.setProof(proof);
        }
        if (row.announcement() != null) {
            message.setAnnouncement(row.announcement());
        }
        return message.build();
    }

    private static Row row(RouteRow message) {
        return new Row(
                message.getEpoch(),
                message.getAttributeHash(),
                message.getFacts(),
                message.getVerdict(),
                message.getProof().getSpkiHashList().stream()
                        .map(ProofKey::named)
                        .toList(),
                message.hasAnnouncement() ? message.getAnnouncement() : null,
                message.getKeysTried());
    }

    /** Returns the numbers of the key names in all blocks of the path; empty if no change of a key concerns the row. */
    private Set<Integer> numbers(Row row) {
        Verdict verdict = row.verdict();
        boolean mayChange = verdict.getState() == PathState.VALID || verdict.getState() == PathState.NOT_VALID;
        Set<Integer> numbers = new LinkedHashSet<>();
        if (!mayChange && row.proof().isEmpty()) {
            return numbers;
        }
        for (Hop hop : verdict.getHopsList()) {
            if (!hop.getSki().isEmpty()) {
                numbers.add(keys.name(hop.getAsn(), hop.getSki()));
            }
        }
        Announcement announcement = row.kept();
        SecurePath path = announcement != null && announcement.hasBgpsecPath()
                ? RoutePathValidator.decoded(RouteRecord.bytes(announcement.getBgpsecPath()))
                : null;
        if (path != null) {
            path.blocks().forEach(block -> addNames(path.segments(), block, numbers));
        }
        return numbers;
    }

    private void addNames(List<SecurePath.Segment> segments, SecurePath.SignatureBlock block, Set<Integer> numbers) {
        for (int i = 0; i < Math.min(block.segments().size(), segments.size()); i++) {
            ByteString ski = ByteString.copyFrom(block.segments().get(i).ski().asByteBuffer());
            numbers.add(keys.name((int) segments.get(i).asn(), ski));
        }
    }
}
