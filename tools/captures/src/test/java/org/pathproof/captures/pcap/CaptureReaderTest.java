// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.captures.DamagedFiles;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/** Tests capture files of both formats and both byte orders, intact and damaged. */
class CaptureReaderTest {
    private static final long MICROS = 0xa1b2c3d4L;
    private static final long NANOS = 0xa1b23c4dL;
    private static final Bytes FRAME = Bytes.fromHex("0102030405");

    @Example
    void readsClassicPcapOfBothByteOrdersAndResolutions() {
        for (boolean big : new boolean[] {true, false}) {
            assertThat(read(Captures.pcap(big, MICROS, 1, 7, List.of(FRAME, FRAME))))
                    .containsExactly(
                            Decoded.ok(new CapturedPacket(24, 1_000_000_007_000L, 1, FRAME)),
                            Decoded.ok(new CapturedPacket(45, 1_001_000_007_000L, 1, FRAME)));
            assertThat(read(Captures.pcap(big, NANOS, 113, 7, List.of(FRAME))))
                    .containsExactly(Decoded.ok(new CapturedPacket(24, 1_000_000_000_007L, 113, FRAME)));
        }
    }

    @Example
    void readsPcapngOfBothByteOrders() {
        for (boolean big : new boolean[] {true, false}) {
            Bytes file = pcapng(big);
            assertThat(read(file))
                    .extracting(d -> d.map(p -> List.of(p.timestampNanos(), p.linkType(), p.data())))
                    .containsExactly(
                            Decoded.ok(List.of(5_000_000_000_000L, 1, FRAME)), // microseconds
                            Decoded.ok(
                                    List.of(7_000_000_000_009L, 101, FRAME)), // nanoseconds, with an offset of 7000 s
                            Decoded.ok(List.of(0L, 1, FRAME))); // a Simple Packet Block has no timestamp
        }
    }

    @Example
    void clearsTheInterfacesInEverySection() {
        Bytes file = pcapng(true).concat(pcapng(false));
        assertThat(read(file)).hasSize(6).allMatch(Decoded.Ok.class::isInstance);
    }

    @Example
    void endsWithAnErrorAtATruncatedOrDamagedBlock() {
        Bytes classic = Captures.pcap(true, MICROS, 1, 0, List.of(FRAME, FRAME));
        assertThat(codes(classic.slice(0, classic.length() - 1)))
                .containsExactly(Optional.empty(), Optional.of(Code.TRUNCATED));
        assertThat(codes(classic.slice(0, 50))).containsExactly(Optional.empty(), Optional.of(Code.TRUNCATED));
        assertThat(codes(classic.slice(0, 10))).containsExactly(Optional.of(Code.TRUNCATED));
        assertThat(codes(Bytes.fromHex("00112233445566"))).containsExactly(Optional.of(Code.BAD_MARKER));
        assertThat(codes(Bytes.EMPTY)).containsExactly(Optional.of(Code.BAD_MARKER));
        Bytes ng = pcapng(true);
        assertThat(codes(ng.slice(0, ng.length() - 1)).getLast()).contains(Code.TRUNCATED);
        assertThat(codes(ng.concat(Bytes.fromHex("000000060000000b00000000"))).getLast())
                .contains(Code.BAD_LENGTH);
    }

    @Example
    void refusesPacketsOfUndescribedInterfaces() {
        Captures.Ordered out = section(true);
        out.block(6, enhanced(true, 3, 0, FRAME));
        assertThat(codes(out.toBytes())).containsExactly(Optional.of(Code.BAD_VALUE));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void givesPacketsAndAtMostOneErrorForDamagedFiles(@ForAll("damaged") Bytes file) {
        List<Decoded<CapturedPacket>> packets = read(file);
        assertThat(packets.stream().filter(Decoded.Damaged.class::isInstance).count())
                .isLessThanOrEqualTo(1);
        TcpReassembler reassembler =
                new TcpReassembler(1000, event -> assertThat(event.flow()).isNotNull());
        packets.forEach(p -> {
            if (p instanceof Decoded.Ok<CapturedPacket>(CapturedPacket packet)) {
                reassembler.accept(packet);
            }
        });
        reassembler.finish();
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        List<Bytes> frames = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            frames.add(Captures.ethernet(Captures.packet(Captures.FLOW, 100 + 2L * i, 16, "0102")));
            frames.add(Captures.ethernet(Captures.packet(Captures.FLOW6, 100 + 2L * i, 16, "0102")));
        }
        return Arbitraries.of(
                        Captures.pcap(true, MICROS, 1, 0, frames),
                        Captures.pcap(false, NANOS, 1, 0, frames),
                        pcapng(true),
                        pcapng(false))
                .flatMap(DamagedFiles::of);
    }

    private static Captures.Ordered section(boolean big) {
        Captures.Ordered out = new Captures.Ordered(big);
        Captures.Ordered body = new Captures.Ordered(big);
        body.u32(0x1a2b3c4dL).u16(1).u16(0).u32(0xffff_ffffL).u32(0xffff_ffffL);
        return out.block(0x0a0d0d0aL, body.toBytes());
    }

    private static Bytes pcapng(boolean big) {
        Captures.Ordered out = section(big);
        Captures.Ordered plain = new Captures.Ordered(big);
        plain.u16(1).u16(0).u32(0);
        out.block(1, plain.toBytes());
        Captures.Ordered exact = new Captures.Ordered(big);
        exact.u16(101).u16(0).u32(0);
        exact.u16(9).u16(1).bytes(Bytes.fromHex("09000000"));
        if (big) {
            exact.u16(14).u16(8).u32(0).u32(7000);
        } else {
            exact.u16(14).u16(8).u32(7000).u32(0);
        }
        exact.u16(0).u16(0);
        out.block(1, exact.toBytes());
        out.block(0x0bad, Bytes.fromHex("0011223344")); // a block of unknown type
        out.block(6, enhanced(big, 0, 5_000_000_000L, FRAME));
        out.block(6, enhanced(big, 1, 9, FRAME));
        Captures.Ordered simple = new Captures.Ordered(big);
        simple.u32(FRAME.length()).bytes(FRAME);
        out.block(3, simple.toBytes());
        return out.toBytes();
    }

    private static Bytes enhanced(boolean big, int interfaceId, long timestamp, Bytes frame) {
        return new Captures.Ordered(big)
                .u32(interfaceId)
                .u32(timestamp >>> 32)
                .u32(timestamp)
                .u32(frame.length())
                .u32(frame.length())
                .bytes(frame)
                .toBytes();
    }

    private static List<Optional<Code>> codes(Bytes file) {
        return read(file).stream()
                .map(d -> d instanceof Decoded.Damaged<CapturedPacket>(var error, var bytes)
                        ? Optional.of(error.code())
                        : Optional.<Code>empty())
                .toList();
    }

    private static List<Decoded<CapturedPacket>> read(Bytes file) {
        try {
            CaptureReader reader = CaptureFile.open(new ByteArrayInputStream(file.toArray()));
            List<Decoded<CapturedPacket>> packets = new ArrayList<>();
            for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                packets.add(next.get());
            }
            return packets;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
