// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.captures.pcap.CaptureFile;
import org.pathproof.captures.pcap.CaptureReader;
import org.pathproof.captures.pcap.CapturedPacket;
import org.pathproof.captures.pcap.TcpEvent;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.captures.pcap.TcpReassembler;
import org.pathproof.wire.Decoded;

/**
 * Decodes the BGP and BMP streams of a capture. A stream on port 179, or with a BGP message at its start, is BGP. A
 * stream with a BMP message at its start is BMP. Other TCP streams are reported as unread, and packets without TCP as
 * skipped.
 */
public final class CaptureDecoder {
    private final Report report;
    private final Map<TcpFlow, CapturedStream> streams = new HashMap<>();
    private final Map<TcpFlow, BgpConversation> conversations = new HashMap<>();
    private final Map<Integer, Long> skippedPackets = new TreeMap<>();

    public CaptureDecoder(Report report) {
        this.report = report;
    }

    public void decode(InputStream in) throws IOException {
        CaptureReader reader = CaptureFile.open(in);
        TcpReassembler reassembler = new TcpReassembler(TcpReassembler.DEFAULT_MAX_WAITING, this::accept);
        Optional<Decoded<CapturedPacket>> next = reader.next();
        while (next.isPresent()) {
            switch (next.get()) {
                case Decoded.Ok<CapturedPacket>(CapturedPacket packet) -> {
                    if (!reassembler.accept(packet)) {
                        skippedPackets.merge(packet.linkType(), 1L, Long::sum);
                    }
                }
                case Decoded.Damaged<CapturedPacket>(var error, var bytes) ->
                    report.onDamage(Place.at(error.offset()), bytes.length(), error);
            }
            next = reader.next();
        }
        reassembler.finish();
        skippedPackets.forEach((linkType, packets) -> report.onSkip(
                packets,
                TcpReassembler.supports(linkType)
                        ? "without TCP"
                        : "of link type " + linkType + ", which is not read"));
    }

    private void accept(TcpEvent event) {
        TcpFlow flow = event.flow();
        switch (event) {
            case TcpEvent.Start s -> {
                boolean first = !streams.containsKey(flow.reversed());
                if (first) {
                    conversations.put(flow, new BgpConversation());
                }
                @Nullable BgpConversation conversation = conversations.get(first ? flow : flow.reversed());
                streams.put(
                        flow,
                        new CapturedStream(
                                flow, conversation == null ? new BgpConversation() : conversation, first, report));
            }
            case TcpEvent.Data data -> stream(flow).add(data);
            case TcpEvent.Gap gap -> stream(flow).skipGap(gap);
            case TcpEvent.End e -> {
                stream(flow).end();
                streams.remove(flow);
            }
        }
    }

    private CapturedStream stream(TcpFlow flow) {
        @Nullable CapturedStream stream = streams.get(flow);
        if (stream == null) {
            throw new IllegalStateException("no stream has started on " + flow);
        }
        return stream;
    }
}
