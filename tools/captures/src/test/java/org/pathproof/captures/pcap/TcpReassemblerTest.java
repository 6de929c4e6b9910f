// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.pathproof.wire.Bytes;

/** Tests segments in every order, retransmitted, lost, and across the wrap of sequence numbers. */
class TcpReassemblerTest {
    private static final int ACK = 16;

    private final List<TcpEvent> events = new ArrayList<>();
    private final TcpReassembler reassembler = new TcpReassembler(8, events::add);
    private long packets;

    @Example
    void putsSegmentsInOrder() {
        sendSegment(99, TcpSegment.SYN, "");
        sendSegment(104, ACK, "0304");
        sendSegment(100, ACK, "0102");
        sendSegment(102, ACK, "0000");
        reassembler.finish();
        assertThat(bytes()).isEqualTo("010200000304");
        assertThat(events.getFirst()).isEqualTo(new TcpEvent.Start(Captures.FLOW));
        assertThat(events.getLast()).isEqualTo(new TcpEvent.End(Captures.FLOW));
    }

    /** Some programs write captures in which the SYN occupies no sequence number. */
    @Example
    void acceptsASynWithoutASequenceNumber() {
        sendSegment(1, TcpSegment.SYN, "0102");
        sendSegment(3, ACK, "030405");
        sendSegment(6, ACK, "0607");
        reassembler.finish();
        assertThat(bytes()).isEqualTo("01020304050607");
        assertThat(events).noneMatch(TcpEvent.Gap.class::isInstance);
    }

    @Example
    void acceptsASynWithoutDataAndSequenceNumber() {
        sendSegment(1, TcpSegment.SYN, "");
        sendSegment(1, ACK, "0102");
        sendSegment(3, ACK, "0304");
        assertThat(bytes()).isEqualTo("01020304");
    }

    @Example
    void acceptsAnUncountedSynReorderedAndRetransmitted() {
        sendSegment(1, TcpSegment.SYN, "0102");
        sendSegment(6, ACK, "0607");
        sendSegment(1, ACK, "0102"); // retransmission of the SYN's data, in the numbering of this capture
        sendSegment(3, ACK, "030405");
        assertThat(bytes()).isEqualTo("01020304050607");
    }

    /** TCP Fast Open (RFC 7413): the SYN is counted, and its data may be retransmitted. */
    @Example
    void acceptsDataOfACountedSyn() {
        sendSegment(1, TcpSegment.SYN, "0102");
        sendSegment(2, ACK, "0102");
        sendSegment(4, ACK, "0304");
        sendSegment(5, ACK, "0405"); // the numbering is known now: a retransmission with one new byte
        assertThat(bytes()).isEqualTo("0102030405");
    }

    @Example
    void ignoresAKeepAliveAfterTheSyn() {
        sendSegment(1, TcpSegment.SYN, "");
        sendSegment(1, ACK, "00");
        sendSegment(2, ACK, "0102");
        sendSegment(3, ACK, "02");
        sendSegment(4, ACK, "03");
        assertThat(bytes()).isEqualTo("010203");
    }

    @Example
    void dropsRetransmissions() {
        sendSegment(100, ACK, "010203");
        sendSegment(100, ACK, "010203");
        sendSegment(101, ACK, "020304");
        sendSegment(99, ACK, "00");
        sendSegment(104, ACK, "05");
        assertThat(bytes()).isEqualTo("0102030405");
    }

    @Example
    void reportsThePacketThatCarriedTheBytes() {
        sendSegment(100, ACK, "01");
        sendSegment(102, ACK, "03");
        sendSegment(101, ACK, "02");
        assertThat(events.stream().filter(TcpEvent.Data.class::isInstance).map(e -> ((TcpEvent.Data) e).packetOffset()))
                .containsExactly(0L, 2L, 1L);
    }

    @Example
    void reportsAGapWhenTooManyBytesWait() {
        sendSegment(100, ACK, "01");
        sendSegment(103, ACK, "0405060708090a0b");
        assertThat(bytes()).isEqualTo("01");
        sendSegment(111, ACK, "0c");
        assertThat(bytes()).isEqualTo("010405060708090a0b0c");
        assertThat(events).contains(new TcpEvent.Gap(Captures.FLOW, 1, 2));
    }

    @Example
    void reportsGapsAtTheEnd() {
        sendSegment(100, ACK, "01");
        sendSegment(102, ACK, "03");
        sendSegment(104, ACK, "05");
        reassembler.finish();
        assertThat(events).filteredOn(TcpEvent.Gap.class::isInstance).hasSize(2);
        assertThat(bytes()).isEqualTo("010305");
    }

    @Example
    void startsANewStreamWithANewSyn() {
        sendSegment(99, TcpSegment.SYN, "");
        sendSegment(99, TcpSegment.SYN, ""); // retransmission
        sendSegment(100, ACK, "01");
        sendSegment(5000, TcpSegment.SYN, "");
        sendSegment(5001, ACK, "02");
        reassembler.finish();
        assertThat(events.stream().map(e -> e.getClass().getSimpleName()))
                .containsExactly("Start", "Data", "End", "Start", "Data", "End");
    }

    @Example
    void endsWithFinWhenAllBytesHaveArrived() {
        sendSegment(100, ACK, "01");
        sendSegment(102, TcpSegment.FIN, "03");
        sendSegment(101, ACK, "02");
        sendSegment(103, ACK, "04"); // after the end
        assertThat(bytes()).isEqualTo("010203");
        assertThat(events.getLast()).isEqualTo(new TcpEvent.End(Captures.FLOW));
    }

    @Example
    void endsWithRst() {
        sendSegment(100, ACK, "01");
        sendSegment(101, TcpSegment.RST, "");
        reassembler.finish();
        assertThat(events).filteredOn(TcpEvent.End.class::isInstance).hasSize(1);
    }

    @Example
    void keepsDirectionsApart() {
        sendSegment(Captures.FLOW, 100, ACK, "01");
        sendSegment(Captures.FLOW.reversed(), 100, ACK, "02");
        assertThat(events).filteredOn(TcpEvent.Start.class::isInstance).hasSize(2);
    }

    /** Adds segments in random order with repetitions, from a random initial sequence number. */
    @Property(tries = 200)
    void deliversTheStreamForAnyOrderOfSegments(
            @ForAll @Size(min = 1, max = 60) byte[] stream,
            @ForAll int initial,
            @ForAll @IntRange(min = 1, max = 9) int mss,
            @ForAll long seed) {
        List<TcpEvent> seen = new ArrayList<>();
        TcpReassembler patient = new TcpReassembler(TcpReassembler.DEFAULT_MAX_WAITING, seen::add);
        Random random = new Random(seed);
        List<Bytes> segments = new ArrayList<>();
        for (int at = 0; at < stream.length; at += mss) {
            int end = Math.min(stream.length, at + mss + random.nextInt(3));
            Bytes segment = packet(initial + 1 + at, Bytes.wrap(stream, at, end - at));
            segments.add(segment);
            if (random.nextBoolean()) {
                segments.add(segment);
            }
        }
        Collections.shuffle(segments, random);
        patient.accept(new CapturedPacket(
                0, 0, 101, Captures.packet(Captures.FLOW, initial & 0xffff_ffffL, TcpSegment.SYN, "")));
        segments.forEach(s -> patient.accept(new CapturedPacket(0, 0, 101, s)));
        patient.finish();
        assertThat(bytes(seen)).isEqualTo(Bytes.wrap(stream).toHex());
        assertThat(seen).noneMatch(TcpEvent.Gap.class::isInstance);
    }

    private static Bytes packet(int sequence, Bytes payload) {
        return Captures.packet(Captures.FLOW, sequence & 0xffff_ffffL, ACK, payload.toHex());
    }

    private void sendSegment(long sequence, int flags, String payload) {
        sendSegment(Captures.FLOW, sequence, flags, payload);
    }

    private void sendSegment(TcpFlow flow, long sequence, int flags, String payload) {
        reassembler.accept(
                new CapturedPacket(packets, packets++, 101, Captures.packet(flow, sequence, flags, payload)));
    }

    private String bytes() {
        return bytes(events);
    }

    private static String bytes(List<TcpEvent> events) {
        StringBuilder hex = new StringBuilder();
        for (TcpEvent event : events) {
            if (event instanceof TcpEvent.Data data) {
                hex.append(data.bytes().toHex());
            }
        }
        return hex.toString();
    }
}
