// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.pcap;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.pathproof.wire.Bytes;

/** One direction of one connection: which octet comes next, and what came before its turn. */
final class TcpDirection {
    private record Waiting(Bytes octets, CapturedPacket packet) {}

    private final TcpFlow flow;
    private final int maxWaiting;
    private final Consumer<TcpEvent> events;
    private final long firstSequence;
    /** By position: sequence numbers that count on where 32 bits wrap. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    private long next;
    private long finPosition = Long.MAX_VALUE;
    private int octetsWaiting;
    private boolean ended;

    TcpDirection(TcpFlow flow, long sequence, int maxWaiting, Consumer<TcpEvent> events) {
        this.flow = flow;
        this.maxWaiting = maxWaiting;
        this.events = events;
        firstSequence = sequence & 0xffff_ffffL;
        next = firstSequence;
    }

    /** Whether this connection's SYN had this sequence number and nothing came since. */
    boolean startedWith(long synSequence) {
        return !ended && ((synSequence + 1) & 0xffff_ffffL) == firstSequence;
    }

    void data(TcpSegment segment, CapturedPacket packet) {
        Bytes octets = segment.payload();
        if (ended || octets.isEmpty()) {
            return;
        }
        long position = position(segment.sequence() + (segment.has(TcpSegment.SYN) ? 1 : 0));
        if (position + octets.length() <= next) {
            return; // all of it was here before
        }
        Waiting held = waiting.get(position);
        if (held == null || held.octets().length() < octets.length()) {
            waiting.put(position, new Waiting(octets, packet));
            octetsWaiting += octets.length() - (held == null ? 0 : held.octets().length());
        }
        deliver();
        while (octetsWaiting > maxWaiting) {
            skipGap();
        }
    }

    void finAt(long sequence) {
        finPosition = position(sequence);
        deliver();
    }

    /** Hands on everything that waits, with the gaps in it. */
    void end() {
        while (!waiting.isEmpty()) {
            skipGap();
        }
        if (!ended) {
            ended = true;
            events.accept(new TcpEvent.End(flow));
        }
    }

    private void skipGap() {
        Map.Entry<Long, Waiting> first = waiting.firstEntry();
        if (first.getKey() > next) {
            events.accept(new TcpEvent.Gap(flow, first.getValue().packet().offset(), first.getKey() - next));
            next = first.getKey();
        }
        deliver();
    }

    private void deliver() {
        while (!waiting.isEmpty() && waiting.firstKey() <= next) {
            Map.Entry<Long, Waiting> first = waiting.pollFirstEntry();
            Waiting segment = first.getValue();
            octetsWaiting -= segment.octets().length();
            long seen = next - first.getKey();
            if (seen < segment.octets().length()) {
                Bytes octets = segment.octets().from((int) seen);
                next += octets.length();
                events.accept(new TcpEvent.Data(
                        flow, segment.packet().offset(), segment.packet().timestampNanos(), octets));
            }
        }
        if (next >= finPosition && !ended) {
            end();
        }
    }

    /** The position nearest to {@link #next} that has this sequence number. */
    private long position(long sequence) {
        return next + (int) (sequence - next);
    }
}
