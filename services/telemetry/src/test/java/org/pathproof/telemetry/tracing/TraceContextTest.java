// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the header of W3C Trace Context; the first value is the example of section 3.2.5. */
final class TraceContextTest {
    private static final String EXAMPLE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final TraceContext CONTEXT =
            new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aHeaderIsReadAndWritten() {
        assertThat(TraceContext.parse(bytes(EXAMPLE))).isEqualTo(CONTEXT);
        assertThat(new String(CONTEXT.toHeader(), StandardCharsets.US_ASCII)).isEqualTo(EXAMPLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings"
            })
    void laterVersionsAndFlagsAreAccepted(String header) {
        assertThat(TraceContext.parse(bytes(header))).isEqualTo(CONTEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 ",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-zz"
            })
    void malformedHeadersAreIgnored(String header) {
        assertThat(TraceContext.parse(bytes(header))).isNull();
    }

    @Test
    void missingUnsampledAndLongHeadersAreIgnored() {
        assertThat(TraceContext.parse(null)).isNull();
        assertThat(TraceContext.parse(bytes(EXAMPLE.replaceAll("01$", "00")))).isNull();
        assertThat(TraceContext.parse(bytes("cc" + EXAMPLE.substring(2) + "-" + "x".repeat(10_000))))
                .isNull();
    }

    @Property
    void noBytesThrow(@ForAll @Size(max = 80) byte[] header) {
        TraceContext read = TraceContext.parse(header);
        if (read != null) {
            assertThat(TraceContext.parse(read.toHeader())).isEqualTo(read);
        }
    }

    @Property
    void noByteOfAHeaderThrowsOnceItIsChanged(@ForAll byte other, @ForAll int where) {
        byte[] header = bytes(EXAMPLE);
        header[Math.floorMod(where, header.length)] = other;
        TraceContext read = TraceContext.parse(header);
        if (read != null) {
            assertThat(TraceContext.parse(read.toHeader())).isEqualTo(read);
        }
    }
}
