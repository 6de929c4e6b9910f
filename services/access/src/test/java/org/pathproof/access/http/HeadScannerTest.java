// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeadScannerTest {
    private final HeadScanner scanner = new HeadScanner();

    private void scan(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            scanner.scan(ByteBuffer.wrap(bytes), i, i + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
                "GET / HTTP/1.1\r\nA:\r\n\tc\r\n\r\n",
                "GET / HTTP/1.1\nA: b\n c\n\n",
                "GET / HTTP/1.1\r\nA: b\r\n \r\n\r\n",
                "\r\n\r\nGET / HTTP/1.1\r\n A: b\r\n\r\n",
            })
    void findsFoldedFields(String head) {
        scan(head);
        assertThat(scanner.isFolded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nA:   b c \t \r\nB: c\r\n\r\n",
                "POST / HTTP/1.1\r\nA: b\r\n\r\n a\r\n b",
                "POST / HTTP/1.1\nA: b\n\n a\n b",
            })
    void acceptsOtherHeadsAndAnyBody(String text) {
        scan(text);
        assertThat(scanner.isFolded()).isFalse();
    }

    @Test
    void scansTheNextHead() {
        scan("GET / HTTP/1.1\r\nA: b\r\n\r\n");
        scanner.reset();
        scan("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n");
        assertThat(scanner.isFolded()).isTrue();
    }
}
