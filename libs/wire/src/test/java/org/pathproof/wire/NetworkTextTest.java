// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.Tlv;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.RtrCodec;

/**
 * Tests that text from the network is bounded, and that no character of it can control a log, a terminal or a page.
 */
final class NetworkTextTest {
    private static final String HOSTILE = "r1\r\n2026-01-01 ERROR forged\u0000\u001b[2J\u202Eevil\u2028\u200B\uD800";

    @Test
    void escapesControlAndFormatCharacters() {
        assertThat(NetworkText.name(HOSTILE))
                .isEqualTo("r1\\u000d\\u000a2026-01-01 ERROR forged\\u0000\\u001b[2J\\u202eevil\\u2028\\u200b\\ud800");
        assertThat(NetworkText.name(new String(Character.toChars(0xE0041)))).isEqualTo("\\u{e0041}");
    }

    @Test
    void keepsVisibleCharacters() {
        for (String text : List.of("", "edge-1.example.net", "Zürich ✓ 東京 🚀", "C:\\path", "a\\u000a")) {
            assertThat(NetworkText.name(text)).isEqualTo(text);
        }
        assertThat(NetworkText.name(Bytes.fromHex("72 31 ff fe 32"))).isEqualTo("r1\uFFFD\uFFFD2");
    }

    @Test
    void truncatesBetweenCharacters() {
        assertThat(NetworkText.name("x".repeat(255))).hasSize(255).doesNotContain("…");
        assertThat(NetworkText.name("x".repeat(60_000))).isEqualTo("x".repeat(254) + "…");
        assertThat(NetworkText.name("\n".repeat(60_000)))
                .hasSizeLessThanOrEqualTo(255)
                .endsWith("\\u000a…");
        assertThat(NetworkText.name("🚀".repeat(200))).isEqualTo("🚀".repeat(127) + "…");
        assertThat(NetworkText.description(utf8("ü".repeat(60_000)))).hasSize(1024);
    }

    @Property
    void cleaningTwiceChangesNothing(@ForAll String text, @ForAll @Size(max = 3000) byte[] bytes) {
        String once = NetworkText.name(text);
        assertThat(NetworkText.name(once)).isEqualTo(once);
        assertThat(once.length()).isLessThanOrEqualTo(NetworkText.MAX_NAME);
        String description = NetworkText.description(Bytes.copyOf(bytes));
        assertThat(NetworkText.description(description)).isEqualTo(description);
        assertThat(description.length()).isLessThanOrEqualTo(NetworkText.MAX_DESCRIPTION);
        assertThat(description.codePoints().noneMatch(Character::isISOControl)).isTrue();
    }

    @Test
    void messageTextIsClean() {
        Initiation initiation = (Initiation) BmpCodec.decode(BmpCodec.encode(new Initiation(List.of(
                        new Tlv(Initiation.TLV_SYS_NAME, utf8("r\n" + "x".repeat(60_000))),
                        new Tlv(Initiation.TLV_SYS_DESCR, utf8("d\u0000" + "x".repeat(60_000)))))))
                .orThrow();
        assertThat(initiation.sysName().orElseThrow()).startsWith("r\\u000ax").hasSize(255);
        assertThat(initiation.tlvs().get(1).text()).startsWith("d\\u0000x").hasSize(1024);
        ErrorReport report = (ErrorReport) RtrCodec.decode(
                        RtrCodec.encode(new ErrorReport(1, 2, Bytes.EMPTY, "no\u001b[31m\n" + "x".repeat(3000))))
                .orThrow();
        assertThat(report.text()).startsWith("no\\u001b[31m\\u000ax").hasSize(1024);
    }

    private static Bytes utf8(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
