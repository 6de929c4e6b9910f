// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.captures.pcap.TcpEvent;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.cli.decode.Framing.Likeness;
import org.pathproof.wire.Bytes;

/** One direction of a captured connection. Detects BGP or BMP, and decodes it. */
final class CapturedStream {
    private static final int BGP_PORT = 179;
    /** Maximum number of bytes that are kept for the detection of BGP and BMP. */
    private static final int MAX_DETECTION_BYTES = 64 << 10;

    private final TcpFlow flow;
    private final BgpConversation conversation;
    private final boolean firstSide;
    private final Report report;
    /** Packets by the stream offset of their first byte. */
    private final TreeMap<Long, TcpEvent.Data> packets = new TreeMap<>();

    private Bytes undecided = Bytes.EMPTY;
    private boolean unrecognised;
    private @Nullable StreamDecoder decoder;
    private long length;
    private TcpEvent.@Nullable Data first;

    CapturedStream(TcpFlow flow, BgpConversation conversation, boolean firstSide, Report report) {
        this.flow = flow;
        this.conversation = conversation;
        this.firstSide = firstSide;
        this.report = report;
    }

    void add(TcpEvent.Data data) {
        if (first == null) {
            first = data;
        }
        if (unrecognised) {
            length += data.bytes().length();
            return;
        }
        packets.put(length, data);
        length += data.bytes().length();
        if (decoder != null) {
            decoder.push(data.bytes());
            return;
        }
        undecided = undecided.concat(data.bytes());
        decide(false);
    }

    void skipGap(TcpEvent.Gap gap) {
        decide(true);
        if (decoder != null) {
            decoder.skipGap(gap.missing());
            length += gap.missing();
        }
    }

    void end() {
        decide(true);
        if (decoder != null) {
            decoder.end();
        } else if (first != null) {
            Place place = new Place(first.packetOffset(), Optional.of(flow), first.timestampNanos(), Optional.empty());
            report.onUnread(place, length, "unknown_tcp", "the payload of the TCP stream is neither BGP nor BMP");
        }
    }

    private void decide(boolean ended) {
        if (decoder != null || undecided.isEmpty()) {
            return;
        }
        if (flow.hasPort(BGP_PORT) || Framing.BGP.likeness(undecided, ended) == Likeness.MESSAGE) {
            decoder = StreamDecoder.bgp(conversation, firstSide, this::place, report);
        } else if (Framing.BMP.likeness(undecided, ended) == Likeness.MESSAGE) {
            decoder = StreamDecoder.bmp(this::place, report);
        } else if (undecided.length() > MAX_DETECTION_BYTES || isNeither()) {
            unrecognised = true;
            undecided = Bytes.EMPTY;
            packets.clear();
            return;
        } else {
            return;
        }
        Bytes start = undecided;
        undecided = Bytes.EMPTY;
        decoder.push(start);
    }

    private boolean isNeither() {
        return Framing.BGP.likeness(undecided, false) == Likeness.NOTHING
                && Framing.BMP.likeness(undecided, false) == Likeness.NOTHING;
    }

    /**
     * Returns the place of the packet that holds the byte at a stream offset. Forgets earlier packets, because offsets
     * never decrease.
     */
    private Place place(long offset) {
        Map.@Nullable Entry<Long, TcpEvent.Data> packet = packets.floorEntry(offset);
        if (packet == null) {
            return new Place(0, Optional.of(flow), 0, Optional.empty());
        }
        packets.headMap(packet.getKey()).clear();
        TcpEvent.Data data = packet.getValue();
        return new Place(data.packetOffset(), Optional.of(flow), data.timestampNanos(), Optional.empty());
    }
}
