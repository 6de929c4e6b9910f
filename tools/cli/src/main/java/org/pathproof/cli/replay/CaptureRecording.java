// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import org.pathproof.cli.decode.CaptureDecoder;
import org.pathproof.cli.decode.MrtRecordInContext;
import org.pathproof.cli.decode.Place;
import org.pathproof.cli.decode.Report;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * The BMP streams of a capture. Each message is a piece, with the time of its capture. Damage is skipped and reported.
 */
record CaptureRecording(InputStream in, PrintWriter err) implements Recording {
    @Override
    public void play(Player player) throws IOException {
        Pieces pieces = new Pieces(player, err);
        new CaptureDecoder(pieces).decode(in);
    }

    private static final class Pieces implements Report {
        private final Player player;
        private final PrintWriter err;
        private boolean wanted = true;
        private boolean damaged;

        Pieces(Player player, PrintWriter err) {
            this.player = player;
            this.err = err;
        }

        @Override
        public void onBmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp) {
            wanted = wanted && player.play(new Piece(place.flow(), bytes, place.timestampNanos()));
        }

        @Override
        public void onDamage(Place place, long length, WireError error) {
            damaged = true;
            err.println("pathproof replay: skipped damaged bytes at offset " + place.offset() + ": " + error.message());
        }

        @Override
        public void onUnread(Place place, long length, String type, String why) {
            damaged = true;
            err.println("pathproof replay: skipped " + length + " bytes at offset " + place.offset() + ": " + why);
        }

        @Override
        public void onBgp(Place place, Bytes bytes, BgpMessage message) {
            // collectors receive BMP only
        }

        @Override
        public void onRtr(Place place, Bytes bytes, RtrPdu pdu) {
            // collectors receive BMP only
        }

        @Override
        public void onMrt(Place place, Bytes bytes, MrtRecordInContext record) {
            // captures hold no MRT records
        }

        @Override
        public void onHeartbeat(Place place, Bytes bytes) {
            // captures hold no OpenBMP records
        }

        @Override
        public void end(long bytes) {
            // no pieces are buffered
        }

        @Override
        public boolean damaged() {
            return damaged;
        }
    }
}
