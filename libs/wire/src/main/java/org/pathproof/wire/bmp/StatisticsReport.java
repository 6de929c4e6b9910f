// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/** Statistics Report (RFC 7854 section 4.8, RFC 8671, RFC 9069): counters and gauges, unknown ones kept as octets. */
public record StatisticsReport(PerPeerHeader peer, List<Stat> stats) implements BmpMessage {
    /** One statistic: its IANA type and its value as octets (4, 8, or 3 + 8 with a family in front). */
    public record Stat(int type, Bytes value) {}

    static Decoded<StatisticsReport> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeStats(peer, body);
        };
    }

    private static Decoded<StatisticsReport> decodeStats(PerPeerHeader peer, BmpBody body) {
        if (!body.has(4)) {
            return body.truncated("stats count", 4);
        }
        int countAt = body.reader().position();
        long count = body.reader().u32();
        return switch (body.tlvs()) {
            case Decoded.Damaged<List<Tlv>>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<List<Tlv>>(var tlvs)
            when tlvs.size() != count ->
                body.damaged(
                        tlvs.size() < count ? Code.TRUNCATED : Code.TRAILING_BYTES,
                        "stats count",
                        countAt,
                        "stats count " + count + " and " + tlvs.size() + " statistics are there");
            case Decoded.Ok<List<Tlv>>(var tlvs) ->
                Decoded.ok(new StatisticsReport(
                        peer,
                        tlvs.stream().map(t -> new Stat(t.type(), t.value())).toList()));
        };
    }

    void write(ByteWriter out) {
        peer.write(out);
        out.u32(stats.size());
        BmpCodec.writeTlvs(stats.stream().map(s -> new Tlv(s.type(), s.value())).toList(), out);
    }

    @Override
    public int type() {
        return TYPE_STATISTICS_REPORT;
    }
}
