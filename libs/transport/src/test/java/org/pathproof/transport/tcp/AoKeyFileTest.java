// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.wire.Prefix;
import org.slf4j.LoggerFactory;

/** Tests files with TCP-AO keys. These tests need no kernel with TCP-AO. */
class AoKeyFileTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String FIRST = "1 2 hmac-sha-1-96 first secret";
    private static final String SECOND = "3 4 aes-128-cmac-96 second-secret";

    @TempDir
    private Path folder;

    private Path write(String... lines) throws IOException {
        return Files.write(folder.resolve("ao-keys"), List.of(lines));
    }

    private TcpAoKeys keys(String... lines) throws IOException {
        return TcpAoKeys.ofFile("test", write(lines));
    }

    private static List<TcpAoKey> parsed(String... keys) {
        return TcpAoKey.parseAll(List.of(keys));
    }

    @Test
    void hasAKeyALineAndComments() throws IOException {
        assertThat(keys("# for the routers of AS 64496", "", "  " + FIRST, SECOND)
                        .current())
                .isEqualTo(parsed(FIRST, SECOND));
        assertThat(keys("tls").current()).containsExactly(TcpAoKey.HANDSHAKE);
    }

    @Test
    void errorsNameFileLineAndReasonWithoutTheSecret() {
        String file = folder.resolve("ao-keys").toString();
        assertUnusable(file + ":2: TCP-AO key is not SEND-ID RECEIVE-ID ALGORITHM SECRET", FIRST, "3 4 first-secret");
        assertUnusable(file + ":3: TCP-AO algorithm \"md5\" is neither", "#", FIRST, "3 4 md5 first-secret");
        assertUnusable(file + ":1: TCP-AO key: send and receive id are 0 to 255, not 256", "256 4 hmac-sha-1-96 x");
        assertUnusable(file + ":2: TCP-AO key send=1 receive=5", FIRST, "1 5 hmac-sha-1-96 first-secret");
        assertUnusable(file + ":2: the TCP-AO key tls excludes other keys", FIRST, "tls");
        assertUnusable(file + ": no TCP-AO key in the file", "# nothing");
    }

    private void assertUnusable(String message, String... lines) {
        assertThatThrownBy(() -> keys(lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("first-secret");
    }

    @Test
    void aMissingFileAndTwoSourcesOfKeysAreRefused() throws IOException {
        String missing = folder.resolve("missing").toString();
        assertThatThrownBy(() -> TcpAoKeys.of("test", List.of(), missing))
                .hasMessage("cannot read TCP-AO keys from " + missing + ": the file does not exist");
        String file = write(FIRST).toString();
        assertThatThrownBy(() -> TcpAoKeys.of("test", List.of(SECOND), file))
                .hasMessageContaining("exclude each other");
        assertThat(TcpAoKeys.of("test", List.of(SECOND), "").current()).isEqualTo(parsed(SECOND));
    }

    @Test
    void aChangedFileIsReadAgain() throws IOException {
        TcpAoKeys keys = keys(FIRST);
        write(SECOND, FIRST);
        await().atMost(LIMIT).until(() -> keys.current().equals(parsed(SECOND, FIRST)));
        Path next = Files.writeString(folder.resolve("next"), SECOND);
        Files.move(next, folder.resolve("ao-keys"), StandardCopyOption.REPLACE_EXISTING);
        await().atMost(LIMIT).until(() -> keys.current().equals(parsed(SECOND)));
        assertThat(keys.problem()).isEmpty();
    }

    /** A file that is written in place may have half of a secret. */
    @Test
    void aFileIsNotReadWhileItIsWritten() throws IOException {
        TcpAoKeys keys = keys(FIRST);
        Instant end = Instant.now().plus(Duration.ofSeconds(4));
        for (int i = 0; Instant.now().isBefore(end); i++) {
            Path file = write(FIRST, "3 4 hmac-sha-1-96 " + "s".repeat(i % 80 + 1));
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(i)));
            assertThat(keys.current()).isEqualTo(parsed(FIRST));
        }
        write(FIRST, SECOND);
        await().atMost(LIMIT).until(() -> keys.current().equals(parsed(FIRST, SECOND)));
    }

    @Test
    void anUnusableFileIsReportedOnceAndTheKeysRemain() throws IOException {
        Logger log = (Logger) LoggerFactory.getLogger(TcpAoKeys.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            TcpAoKeys keys = keys(FIRST);
            assertRefused(keys, "ao-keys:1: TCP-AO key is not", "1 2 first-secret");
            assertRefused(
                    keys,
                    "ao-keys:1: TCP-AO key send=1 receive=2 algorithm=hmac-sha-1-96: connections use",
                    "1 2 hmac-sha-1-96 changed-secret");
            assertRefused(keys, "ao-keys:2: a change from or to the key tls needs a restart", "#", "tls");
            Files.delete(folder.resolve("ao-keys"));
            await().atMost(LIMIT).until(() -> {
                assertThat(keys.current()).isEqualTo(parsed(FIRST));
                return keys.problem().endsWith("the file does not exist");
            });
            write(SECOND);
            await().atMost(LIMIT).until(() -> keys.current().equals(parsed(SECOND)));
            assertThat(keys.problem()).isEmpty();
        } finally {
            log.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(5)
                .allSatisfy(line -> assertThat(line).startsWith("test: ").doesNotContain("secret"));
    }

    private void assertRefused(TcpAoKeys keys, String reason, String... lines) throws IOException {
        write(lines);
        await().atMost(LIMIT).until(() -> {
            assertThat(keys.current()).isEqualTo(parsed(FIRST));
            return keys.problem().contains(reason);
        });
    }

    @Test
    void prefixesOfAllIpv4AddressesHaveNoZeroAddressOnSocketsOfIpv6() {
        var all = TcpAoOptions.peers(List.of(Prefix.parse("0.0.0.0/0")));
        if (SocketStructures.hasIpv6()) {
            assertThat(all).extracting(Object::toString).hasSize(8).contains("128.0.0.0/1", "64.0.0.0/2", "1.0.0.0/8");
        } else {
            assertThat(all).extracting(Object::toString).containsExactly("0.0.0.0/0");
        }
    }
}
