// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.pathproof.wire.Bytes;

/**
 * One direction of a TCP connection: delivers its bytes in order and holds segments that arrive early.
 *
 * <p>A SYN occupies one sequence number (RFC 9293 section 3.4). Some programs write captures in which the SYN is not
 * counted, so that the second segment starts one number too early. The first segment after the SYN shows the numbering
 * of the capture.
 */
final class TcpDirection {
    private record Waiting(Bytes bytes, CapturedPacket packet) {}

    private final TcpFlow flow;
    private final int maxWaiting;
    private final Consumer<TcpEvent> events;
    private final long firstSequence;
    /** Segments by position. Positions continue where 32-bit sequence numbers wrap. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    private long next;
    private long finPosition = Long.MAX_VALUE;
    private int bytesWaiting;
    private boolean ended;
    /** True after a SYN until a segment shows whether the SYN was counted. */
    private boolean synUndecided;

    /**
     * @param sequence the sequence number of the first byte
     * @param afterSyn true if a SYN preceded the first byte
     */
    TcpDirection(TcpFlow flow, long sequence, boolean afterSyn, int maxWaiting, Consumer<TcpEvent> events) {
        this.flow = flow;
        this.maxWaiting = maxWaiting;
        this.events = events;
        firstSequence = sequence & 0xffff_ffffL;
        next = firstSequence;
        synUndecided = afterSyn;
    }

    /** Returns true when the connection's SYN had this sequence number and the connection has not ended. */
    boolean startedWith(long synSequence) {
        return !ended && ((synSequence + 1) & 0xffff_ffffL) == firstSequence;
    }

    void add(TcpSegment segment, CapturedPacket packet) {
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
            return; // all bytes are already delivered
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
     * Treats the SYN as not counted if a segment starts one number before the next byte, or at the SYN's number. A
     * segment of one byte at that number is a keep-alive (RFC 9293 section 3.8.4).
     */
    private void decideSyn(long position, int length) {
        if (position == next) {
            synUndecided = false;
        } else if (length > 1 && (position == next - 1 || position == firstSequence - 1)) {
            synUndecided = false;
            next--;
        }
    }

    void setFin(long sequence) {
        finPosition = position(sequence);
        deliver();
    }

    /** Delivers all waiting segments, and reports the gap before each of them. */
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

    /** Returns the position nearest to {@link #next} that has this sequence number. */
    private long position(long sequence) {
        return next + (int) (sequence - next);
    }
}
