// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.captures.pcap.CaptureFile;
import org.pathproof.captures.pcap.CaptureReader;
import org.pathproof.captures.pcap.CapturedPacket;
import org.pathproof.captures.pcap.TcpEvent;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.captures.pcap.TcpReassembler;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/**
 * The BMP that a router without BMP would send, from a capture of its BGP sessions: the UPDATEs that it received, byte
 * for byte (RFC 7854). A session needs both of its OPENs in the capture. Ends of sessions are not reported, so that
 * their routes stay.
 */
public final class CapturedRouter {
    private static final int TYPE_AT = 18;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int IPV4_BYTES = 4;

    private final Map<TcpFlow, List<Message>> flows = new LinkedHashMap<>();
    private final Map<TcpFlow, Bytes> incomplete = new LinkedHashMap<>();

    /** A BGP message with its time of capture, in nanoseconds since 1970. */
    private record Message(Bytes bytes, long nanos) {
        int type() {
            return bytes.u8(TYPE_AT);
        }
    }

    private CapturedRouter() {}

    /**
     * Returns the BMP of a router.
     *
     * @param router address of the router in the capture
     * @param name sysName of the router
     * @throws IOException if the capture cannot be read, or has no session of the router
     */
    public static List<BmpMessage> read(InputStream capture, Bytes router, String name) throws IOException {
        CapturedRouter sessions = new CapturedRouter();
        CaptureReader reader = CaptureFile.open(capture);
        TcpReassembler reassembler = new TcpReassembler(TcpReassembler.DEFAULT_MAX_WAITING, sessions::accept);
        for (Optional<Decoded<CapturedPacket>> next = reader.next(); next.isPresent(); next = reader.next()) {
            switch (next.get()) {
                case Decoded.Ok<CapturedPacket>(CapturedPacket packet) -> {
                    boolean _ = reassembler.accept(packet); // Packets without TCP are skipped.
                }
                case Decoded.Damaged<CapturedPacket>(var error, Bytes _) -> throw new IOException(error.message());
            }
        }
        reassembler.finish();
        List<BmpMessage> messages = new ArrayList<>();
        messages.add(new Initiation(List.of(
                new Tlv(
                        Initiation.TLV_SYS_DESCR,
                        Bytes.wrap("BGP sessions of a capture".getBytes(StandardCharsets.UTF_8))),
                new Tlv(Initiation.TLV_SYS_NAME, Bytes.wrap(name.getBytes(StandardCharsets.UTF_8))))));
        sessions.flows.forEach((flow, received) -> {
            if (flow.destinationAddress().equals(router)) {
                messages.addAll(session(flow, received, sessions.flows.getOrDefault(flow.reversed(), List.of())));
            }
        });
        if (messages.size() == 1) {
            throw new IOException("the capture has no BGP session of the router with both OPENs");
        }
        return messages;
    }

    private void accept(TcpEvent event) {
        switch (event) {
            case TcpEvent.Start(TcpFlow flow) -> {
                flows.put(flow, new ArrayList<>());
                incomplete.put(flow, Bytes.EMPTY);
            }
            case TcpEvent.Data data -> cut(data);
            case TcpEvent.Gap gap -> incomplete.remove(gap.flow());
            case TcpEvent.End _ -> {} // The messages before the end are complete.
        }
    }

    /** Cuts complete messages. A stream that is not BGP, or has a gap, ends there. */
    private void cut(TcpEvent.Data data) {
        @Nullable Bytes bytes = incomplete.get(data.flow());
        if (bytes == null) {
            return;
        }
        bytes = bytes.concat(data.bytes());
        while (true) {
            switch (BgpFramer.messageLength(bytes, BgpCodec.MAX_EXTENDED_LENGTH)) {
                case Decoded.Damaged<Integer> _ -> {
                    incomplete.remove(data.flow());
                    return;
                }
                case Decoded.Ok<Integer>(Integer length) -> {
                    if (length == 0 || length > bytes.length()) {
                        incomplete.put(data.flow(), bytes);
                        return;
                    }
                    flows.computeIfAbsent(data.flow(), _ -> new ArrayList<>())
                            .add(new Message(bytes.slice(0, length), data.timestampNanos()));
                    bytes = bytes.from(length);
                }
            }
        }
    }

    /** Returns Peer Up and the received UPDATEs of a session, or an empty list without both OPENs. */
    private static List<BmpMessage> session(TcpFlow flow, List<Message> received, List<Message> sent) {
        if (sent.isEmpty() || sent.getFirst().type() != BgpMessage.TYPE_OPEN || received.isEmpty()) {
            return List.of();
        }
        Message first = received.getFirst();
        if (!(BgpCodec.decode(first.bytes(), BgpSessionOptions.DEFAULT) instanceof Decoded.Ok<BgpMessage>(Open open))) {
            return List.of();
        }
        List<BmpMessage> messages = new ArrayList<>();
        messages.add(new PeerUp(
                header(flow, open, first),
                flow.destinationAddress(),
                flow.destinationPort(),
                flow.sourcePort(),
                sent.getFirst().bytes(),
                first.bytes(),
                List.of()));
        received.stream()
                .filter(message -> message.type() == BgpMessage.TYPE_UPDATE)
                .map(message -> new RouteMonitoring(header(flow, open, message), message.bytes()))
                .forEach(messages::add);
        return messages;
    }

    private static PerPeerHeader header(TcpFlow flow, Open peer, Message message) {
        Bytes address = flow.sourceAddress();
        return new PerPeerHeader(
                PerPeerHeader.TYPE_GLOBAL,
                address.length() == IPV4_BYTES ? 0 : PerPeerHeader.FLAG_IPV6,
                0,
                address,
                peer.asn(),
                peer.bgpIdentifier(),
                message.nanos() / NANOS_PER_SECOND,
                message.nanos() % NANOS_PER_SECOND / 1000);
    }
}
