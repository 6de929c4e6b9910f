// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.pathproof.wire.Bytes;

/**
 * One direction of one connection: which byte comes next, and what came before its turn.
 *
 * <p>A SYN takes one sequence number (RFC 9293 section 3.4). Captures that programs wrote may not count it: their second segment starts one
 * too early. The first segment behind the SYN tells, and the stream is numbered as that segment has it.
 */
final class TcpDirection {
    private record Waiting(Bytes bytes, CapturedPacket packet) {}

    private final TcpFlow flow;
    private final int maxWaiting;
    private final Consumer<TcpEvent> events;
    private final long firstSequence;
    /** By position: sequence numbers that count on where 32 bits wrap. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    private long next;
    private long finPosition = Long.MAX_VALUE;
    private int bytesWaiting;
    private boolean ended;
    /** The SYN was seen, and no segment behind it has shown yet that it was counted. */
    private boolean synUndecided;

    /** {@code sequence}: of the first byte. {@code afterSyn}: a SYN stood before it. */
    TcpDirection(TcpFlow flow, long sequence, boolean afterSyn, int maxWaiting, Consumer<TcpEvent> events) {
        this.flow = flow;
        this.maxWaiting = maxWaiting;
        this.events = events;
        firstSequence = sequence & 0xffff_ffffL;
        next = firstSequence;
        synUndecided = afterSyn;
    }

    /** Whether this connection's SYN had this sequence number and nothing came since. */
    boolean startedWith(long synSequence) {
        return !ended && ((synSequence + 1) & 0xffff_ffffL) == firstSequence;
    }

    void data(TcpSegment segment, CapturedPacket packet) {
        Bytes bytes = segment.payload();
        if (ended || bytes.isEmpty()) {
            return;
        }
        boolean syn = segment.has(TcpSegment.SYN);
        long position = position(segment.sequence() + (syn ? 1 : 0));
        if (synUndecided && !syn) {
            decideSyn(position, bytes.length());
        }
        if (position + bytes.length() <= next) {
            return; // all of it was here before
        }
        Waiting held = waiting.get(position);
        if (held == null || held.bytes().length() < bytes.length()) {
            waiting.put(position, new Waiting(bytes, packet));
            bytesWaiting += bytes.length() - (held == null ? 0 : held.bytes().length());
        }
        deliver();
        while (bytesWaiting > maxWaiting) {
            skipGap();
        }
    }

    /**
     * Takes the SYN for not counted when a segment starts one before the next byte, or begins the stream anew from the SYN's own number. A
     * segment of one byte there is a keep-alive (RFC 9293 section 3.8.4).
     */
    private void decideSyn(long position, int length) {
        if (position == next) {
            synUndecided = false;
        } else if (length > 1 && (position == next - 1 || position == firstSequence - 1)) {
            synUndecided = false;
            next--;
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
            bytesWaiting -= segment.bytes().length();
            long seen = next - first.getKey();
            if (seen < segment.bytes().length()) {
                Bytes bytes = segment.bytes().from((int) seen);
                next += bytes.length();
                events.accept(new TcpEvent.Data(
                        flow, segment.packet().offset(), segment.packet().timestampNanos(), bytes));
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
