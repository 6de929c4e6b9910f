// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the segments of all TCP connections in order (RFC 9293 section 3.4). The reassembler drops retransmissions,
 * holds early segments, and reports a gap for bytes that are permanently missing. A connection whose start was not
 * captured begins with its first segment. Not thread-safe.
 */
public final class TcpReassembler {
    /**
     * Maximum number of bytes that wait for a missing segment before a gap is reported. The value is a large TCP
     * window.
     */
    public static final int DEFAULT_MAX_WAITING = 4 << 20;

    private final int maxWaiting;
    private final Consumer<TcpEvent> events;
    private final Map<TcpFlow, TcpDirection> directions = new LinkedHashMap<>();

    public TcpReassembler(int maxWaiting, Consumer<TcpEvent> events) {
        this.maxWaiting = maxWaiting;
        this.events = events;
    }

    /**
     * Adds a packet.
     *
     * @return false for a packet without TCP or with truncated headers; such a packet is skipped
     */
    public boolean accept(CapturedPacket packet) {
        Optional<TcpSegment> segment = TcpSegment.of(packet);
        segment.ifPresent(tcp -> accept(tcp, packet));
        return segment.isPresent();
    }

    /**
     * Returns true when IP packets can be found behind this link layer.
     *
     * @param linkType the LINKTYPE number
     */
    public static boolean supports(int linkType) {
        return LinkLayer.isKnown(linkType);
    }

    private void accept(TcpSegment segment, CapturedPacket packet) {
        TcpFlow flow = segment.flow();
        @Nullable TcpDirection direction = directions.get(flow);
        if (segment.has(TcpSegment.SYN)) {
            if (direction != null && direction.startedWith(segment.sequence())) {
                return; // retransmitted SYN
            }
            if (direction != null) {
                direction.end();
            }
            direction = start(flow, segment.sequence() + 1, true);
        } else if (direction == null) {
            if (segment.payload().isEmpty()) {
                return;
            }
            direction = start(flow, segment.sequence(), false);
        }
        direction.add(segment, packet);
        if (segment.has(TcpSegment.RST)) {
            direction.end();
            directions.remove(flow);
        } else if (segment.has(TcpSegment.FIN)) {
            direction.setFin(segment.sequence() + segment.payload().length());
        }
    }

    private TcpDirection start(TcpFlow flow, long sequence, boolean afterSyn) {
        TcpDirection direction = new TcpDirection(flow, sequence, afterSyn, maxWaiting, events);
        directions.put(flow, direction);
        events.accept(new TcpEvent.Start(flow));
        return direction;
    }

    /** Ends all connections at the end of the capture: waiting segments are delivered, with the gaps before them. */
    public void finish() {
        directions.values().forEach(TcpDirection::end);
        directions.clear();
    }
}
