// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/**
 * Statistics Report (RFC 7854 section 4.8, RFC 8671, RFC 9069): counters and gauges, unknown ones kept as bytes.
 *
 * @param tlvs what version 4 has beside the statistics (draft-ietf-grow-bmp-tlv-20 section 5.4)
 */
public record StatisticsReport(PerPeerHeader peer, List<Stat> stats, List<Tlv> tlvs) implements BmpMessage {
    /** The TLV of version 4 that holds the count and the statistics. */
    private static final int TLV_STATS = 1;

    /** One statistic: its IANA type and its value as bytes (4, 8, or 3 + 8 with a family in front). */
    public record Stat(int type, Bytes value) {}

    /** A message of version 3. */
    public StatisticsReport(PerPeerHeader peer, List<Stat> stats) {
        this(peer, stats, List.of());
    }

    static Decoded<StatisticsReport> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeStats(peer, body);
        };
    }

    /** Version 4: the statistics stand in a TLV, or, in drafts before revision 20, as in version 3. */
    static Decoded<StatisticsReport> decodeVersion4(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            // A count above 65,535 cannot be: so many statistics are longer than a message may be. It is a TLV's type.
            case Decoded.Ok<PerPeerHeader>(var peer)
            when !body.has(2) || body.reader().peek(2).u16(0) == 0 -> decodeStats(peer, body);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeStatsTlv(peer, body);
        };
    }

    private static Decoded<StatisticsReport> decodeStatsTlv(PerPeerHeader peer, BmpBody body) {
        int start = body.reader().position();
        return switch (body.tlvs()) {
            case Decoded.Damaged<List<Tlv>>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<List<Tlv>>(var tlvs) -> {
                List<Tlv> stats =
                        tlvs.stream().filter(t -> t.type() == TLV_STATS).toList();
                if (stats.size() != 1) {
                    yield body.damaged(
                            stats.isEmpty() ? Code.MISSING : Code.DUPLICATE,
                            "Stats TLV",
                            start,
                            stats.size() + " Stats TLVs (type 1), there must be one");
                }
                List<Tlv> others =
                        tlvs.stream().filter(t -> t.type() != TLV_STATS).toList();
                yield decodeStats(peer, body.within(stats.getFirst().value()))
                        .map(report -> new StatisticsReport(peer, report.stats(), others));
            }
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

    void write(int version, ByteWriter out) {
        peer.write(out);
        if (version == BmpFramer.VERSION_3) {
            writeStats(out);
            return;
        }
        ByteWriter value = new ByteWriter();
        writeStats(value);
        BmpCodec.writeTlvs(List.of(new Tlv(TLV_STATS, value.toBytes())), out);
        BmpCodec.writeTlvs(tlvs, out);
    }

    private void writeStats(ByteWriter out) {
        out.u32(stats.size());
        BmpCodec.writeTlvs(stats.stream().map(s -> new Tlv(s.type(), s.value())).toList(), out);
    }

    @Override
    public int type() {
        return TYPE_STATISTICS_REPORT;
    }
}
