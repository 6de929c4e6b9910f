// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.pathproof.captures.mrt.Bgp4mpMessage;
import org.pathproof.captures.mrt.MrtReader;
import org.pathproof.captures.mrt.MrtRecord;
import org.pathproof.captures.mrt.MrtSessions;
import org.pathproof.captures.mrt.PeerIndexTable;
import org.pathproof.captures.mrt.Rib;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.reading.SessionDecoder;

/** Decodes the records of an MRT file, and keeps the peer index table for the records of a table dump. */
final class MrtDecoder {
    private final Report report;
    private final MrtSessions sessions = new MrtSessions();
    private Optional<PeerIndexTable> peers = Optional.empty();

    MrtDecoder(Report report) {
        this.report = report;
    }

    void decode(InputStream in) throws IOException {
        try (MrtReader reader = MrtReader.open(in)) {
            reader.forEachRemaining(entry -> {
                Place place = Place.at(entry.offset());
                switch (entry.decoded()) {
                    case Decoded.Ok<MrtRecord>(MrtRecord record) -> {
                        if (record instanceof PeerIndexTable table) {
                            peers = Optional.of(table);
                        }
                        Optional<Decoded<BgpMessage>> bgp =
                                record instanceof Bgp4mpMessage m ? Optional.of(decode(m)) : Optional.empty();
                        report.onMrt(place, entry.bytes(), new MrtRecordInContext(record, peers, bgp));
                    }
                    case Decoded.Damaged<MrtRecord>(var error, var bytes) ->
                        report.onDamage(place, bytes.length(), error);
                }
            });
        }
    }

    private Decoded<BgpMessage> decode(Bgp4mpMessage message) {
        SessionDecoder.Result result = sessions.decode(message);
        result.contradictions()
                .forEach(contradiction ->
                        report.onContradiction(contradiction.sentence() + " (MRT subtype of the record)"));
        return result.message();
    }

    /** Returns the peer of an entry, if the preceding table has it. */
    static Optional<PeerIndexTable.Peer> peer(Rib.Entry entry, Optional<PeerIndexTable> peers) {
        return peers.filter(table -> entry.peerIndex() < table.peers().size())
                .map(table -> table.peers().get(entry.peerIndex()));
    }
}
