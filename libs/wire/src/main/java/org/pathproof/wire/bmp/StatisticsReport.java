// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/**
 * Statistics Report (RFC 7854 section 4.8, RFC 8671, RFC 9069). Unknown statistics are kept as bytes.
 *
 * @param tlvs the other TLVs of version 4 (draft-ietf-grow-bmp-tlv-20 section 5.4)
 */
public record StatisticsReport(PerPeerHeader peer, List<Stat> stats, List<Tlv> tlvs) implements BmpMessage {
    /** Type of the version 4 TLV that holds the count and the statistics. */
    private static final int TLV_STATS = 1;

    /**
     * A statistic.
     *
     * @param type the IANA type
     * @param value 4 bytes (counter), 8 bytes (gauge), or 3 bytes of AFI and SAFI with an 8-byte gauge
     */
    public record Stat(int type, Bytes value) {}

    /** Creates a message of version 3. */
    public StatisticsReport(PerPeerHeader peer, List<Stat> stats) {
        this(peer, stats, List.of());
    }

    static Decoded<StatisticsReport> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeStats(peer, body);
        };
    }

    /** Reads version 4. Before revision 20 of the draft, the statistics are encoded as in version 3. */
    static Decoded<StatisticsReport> decodeVersion4(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            // A report has fewer than 65,536 statistics, so the upper half of its count is zero. If the first two bytes
            // are not zero, they are the type of a TLV.
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
        Tlv.write(List.of(new Tlv(TLV_STATS, value.toBytes())), out);
        Tlv.write(tlvs, out);
    }

    private void writeStats(ByteWriter out) {
        out.u32(stats.size());
        Tlv.write(stats.stream().map(s -> new Tlv(s.type(), s.value())).toList(), out);
    }

    @Override
    public int type() {
        return TYPE_STATISTICS_REPORT;
    }
}
