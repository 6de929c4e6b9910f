// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;

class UpdateTableTest {
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final Instant NOW = Instant.EPOCH;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final ProxySession proxy = new ProxySession(new ProxyOutput() {
        @Override
        public void send(SrxPdu pdu) {}

        @Override
        public void close(String why) {}

        @Override
        public String peer() {
            return "test";
        }
    });

    private static UpdateContent content(List<Long> asPath, Bytes bgpsecPath) {
        return new UpdateContent(PREFIX, 1, AfiSafi.IPV4_UNICAST, 2, asPath, bgpsecPath);
    }

    @Test
    void manyUpdatesOfOnePrefixWithOneHashCodeTakeNoLongerThanOthers() {
        int count = 60_000;
        UpdateTable table = new UpdateTable(count);
        assertThat(content(List.of(1L, 31L), Bytes.EMPTY)).hasSameHashCodeAs(content(List.of(2L, 0L), Bytes.EMPTY));
        long start = CPU.getCurrentThreadCpuTime();
        for (long i = 0; i < count; i++) {
            MonitoredUpdate update = table.obtain(content(List.of(i, (count - i) * 31), Bytes.EMPTY))
                    .orElseThrow();
            update.subscribe(proxy, SrxFlags.PATH);
            proxy.updates().add(update);
        }
        assertThat(table.size()).isEqualTo(count);
        List.copyOf(proxy.updates()).reversed().forEach(update -> table.unsubscribe(update, proxy, Duration.ZERO, NOW));
        assertThat(table.size()).isZero();
        assertThat(CPU.getCurrentThreadCpuTime() - start)
                .isLessThan(Duration.ofSeconds(10).toNanos());
    }

    @Test
    void updatesWithOneChecksumHaveDifferentIdentifiers() {
        UpdateTable table = new UpdateTable(1_000);
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            UpdateContent content =
                    content(List.of(), Bytes.fromHex("%08x".formatted(i)).concat(forged(i)));
            assertThat(content.checksum())
                    .isEqualTo(content(List.of(), Bytes.fromHex("00".repeat(8))).checksum());
            ids.add(table.obtain(content).orElseThrow().id());
        }
        assertThat(ids).hasSize(100).allMatch(id -> id > 0 && id <= 0xffff_ffffL);
    }

    /**
     * Returns the four bytes that follow {@code word} in a message with the CRC-32 of a message of eight zero bytes.
     */
    private static Bytes forged(int word) {
        // CRC-32 is linear: four bytes that equal the register after {@code word} set the register to zero.
        int register = Integer.reverseBytes(word);
        for (int bit = 0; bit < 32; bit++) {
            register = (register >>> 1) ^ ((register & 1) == 0 ? 0 : 0xedb8_8320);
        }
        return Bytes.fromHex("%08x".formatted(Integer.reverseBytes(register)));
    }

    @Test
    void aLongUpdateCountsOnceForEachKibibyte() {
        UpdateTable table = new UpdateTable(100);
        Bytes longPath = Bytes.wrap(new byte[65_535]);
        MonitoredUpdate first = table.obtain(content(List.of(), longPath)).orElseThrow();
        first.subscribe(proxy, SrxFlags.PATH);
        assertThat(table.obtain(content(List.of(1L), longPath))).isEmpty();
        assertThat(table.obtain(content(List.of(1L), Bytes.EMPTY))).isPresent();
        table.unsubscribe(first, proxy, Duration.ofMinutes(1), NOW);
        assertThat(table.obtain(content(List.of(1L), longPath))).isPresent();
        assertThat(table.size()).isEqualTo(2);
    }
}
