// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.function.LongFunction;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;

/** Decodes and reports the messages of one stream of bytes, in one direction. */
final class StreamDecoder {
    /** Maps offsets of the stream to places in the input. */
    interface Places extends LongFunction<Place> {}

    private final Deframer deframer;

    private StreamDecoder(Framing framing, Places places, Report report, MessageDecoder decoder) {
        deframer = new Deframer(framing, new Deframer.Sink() {
            @Override
            public void onMessage(long offset, Bytes message) {
                decoder.decode(places.apply(offset), message);
            }

            @Override
            public void onDamage(long offset, long length, WireError error) {
                report.onDamage(places.apply(offset), length, error);
            }
        });
    }

    private interface MessageDecoder {
        void decode(Place place, Bytes message);
    }

    /** Returns a decoder for one side of a BGP session; {@code first} selects the side. */
    static StreamDecoder bgp(BgpConversation conversation, boolean first, Places places, Report report) {
        return new StreamDecoder(Framing.BGP, places, report, (place, message) -> {
            switch (conversation.decode(message, first, report::onContradiction)) {
                case Decoded.Ok<BgpMessage>(BgpMessage bgp) -> report.onBgp(place, message, bgp);
                case Decoded.Damaged<BgpMessage>(var error, var bytes) ->
                    report.onDamage(place, message.length(), error);
            }
        });
    }

    static StreamDecoder bmp(Places places, Report report) {
        BmpSessions sessions = new BmpSessions();
        return new StreamDecoder(
                Framing.BMP, places, report, (place, message) -> decodeBmp(place, message, sessions, report));
    }

    private static void decodeBmp(Place place, Bytes message, BmpSessions sessions, Report report) {
        switch (BmpCodec.decode(message)) {
            case Decoded.Ok<BmpMessage>(BmpMessage bmp) ->
                report.onBmp(place, message, bmp, sessions.bgpMessages(bmp, report::onContradiction));
            case Decoded.Damaged<BmpMessage>(var error, var bytes) -> report.onDamage(place, message.length(), error);
        }
    }

    static StreamDecoder openBmp(Places places, Report report) {
        RouterSessions routers = new RouterSessions();
        return new StreamDecoder(Framing.OPENBMP, places, report, (place, record) -> {
            switch (OpenBmpCodec.decode(record)) {
                case Decoded.Ok<OpenBmpRaw>(OpenBmpRaw raw)
                when raw.isHeartbeat() -> report.onHeartbeat(place.in(raw, place.offset()), record);
                case Decoded.Ok<OpenBmpRaw>(OpenBmpRaw raw) -> decodeContent(place, record, raw, routers, report);
                case Decoded.Damaged<OpenBmpRaw>(var error, var bytes) ->
                    report.onDamage(place, record.length(), error);
            }
        });
    }

    /** Decodes the BMP messages of a record. */
    private static void decodeContent(
            Place place, Bytes record, OpenBmpRaw raw, RouterSessions routers, Report report) {
        long start = place.offset() + record.length() - raw.bmp().length();
        BmpSessions sessions = routers.of(raw);
        Deframer inner = new Deframer(Framing.BMP, new Deframer.Sink() {
            @Override
            public void onMessage(long offset, Bytes message) {
                decodeBmp(place.in(raw, start + offset), message, sessions, report);
            }

            @Override
            public void onDamage(long offset, long length, WireError error) {
                report.onDamage(place.in(raw, start + offset), length, error);
            }
        });
        inner.push(raw.bmp());
        inner.end();
    }

    static StreamDecoder rtr(Places places, Report report) {
        return new StreamDecoder(Framing.RTR, places, report, (place, message) -> {
            switch (RtrCodec.decode(message)) {
                case Decoded.Ok<RtrPdu>(RtrPdu pdu) -> report.onRtr(place, message, pdu);
                case Decoded.Damaged<RtrPdu>(var error, var bytes) -> report.onDamage(place, message.length(), error);
            }
        });
    }

    void push(Bytes bytes) {
        deframer.push(bytes);
    }

    void skipGap(long missing) {
        deframer.skipGap(missing);
    }

    void end() {
        deframer.end();
    }
}
