// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Bytes;

/** Tests invalid PDUs over TCP, sent to server and client (RFC 8210 sections 5.11, 7 and 12). */
class RtrErrorReportTest {
    private static final String RESET_QUERY_V1 = "0102000000000008";
    private static final int CORRUPT_DATA = 0;
    private static final int UNSUPPORTED_VERSION = 4;
    private static final int UNSUPPORTED_PDU_TYPE = 5;
    private static final int UNEXPECTED_VERSION = 8;

    /** Sends the bytes on a new connection and returns the server's bytes up to the close. */
    private static Bytes serverAnswers(String hex) throws IOException {
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings(), source).start()) {
            source.replace(List.of(TestKeys.AS64496));
            await().until(() -> source.current().isPresent());
            return exchange(new Socket(InetAddress.getLoopbackAddress(), server.port()), hex);
        }
    }

    private static Bytes exchange(Socket open, String hex) throws IOException {
        try (Socket socket = open) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(Bytes.fromHex(hex).toArray());
            return Bytes.wrap(socket.getInputStream().readAllBytes());
        }
    }

    /**
     * Lets the client connect and query, responds to its first query with the bytes, and returns the client's later
     * bytes.
     */
    private static Bytes clientAnswers(int minVersion, String hex) throws IOException {
        try (ServerSocket cache = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RtrClient client = new RtrClient(
                                RtrClientSettings.of("127.0.0.1", cache.getLocalPort())
                                        .withVersions(minVersion, 2),
                                c -> {})
                        .start();
                Socket socket = cache.accept()) {
            assertThat(client.data()).isEmpty();
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().readNBytes(8))
                    .isEqualTo(Bytes.fromHex("0202000000000008").toArray());
            socket.getOutputStream().write(Bytes.fromHex(hex).toArray());
            return Bytes.wrap(socket.getInputStream().readAllBytes());
        }
    }

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMinutes(1));
    }

    private static void assertReport(Bytes said, int version, int code, String erroneous) {
        assertThat(said.length()).isGreaterThanOrEqualTo(16);
        assertThat(said.u8(0)).as("version").isEqualTo(version);
        assertThat(said.u8(1)).as("type").isEqualTo(10);
        assertThat(said.u16(2)).as("code").isEqualTo(code);
        assertThat(said.u32(4)).as("length").isEqualTo(said.length());
        int encapsulated = (int) said.u32(8);
        assertThat(said.slice(12, 12 + encapsulated)).as("erroneous PDU").isEqualTo(Bytes.fromHex(erroneous));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "010a000000000003", // a length shorter than the header
                "010a000100000000",
                "010a0000ffffffff", // an impossible length
                "010a000000000008", // too short for its two length fields
                "010a00000000000c00000000",
                "010a000000000010000000ff00000000", // an encapsulated PDU longer than the report
                "010a00000000001000000000ffffffff", // a text longer than the report
                "010a0000000000100000000000000001",
                "000a000000000010000000ff00000000",
                "020a000000000010000000ff00000000",
                "070a000000000010000000ff00000000", // an unknown version
                "ff0a000000000003",
                "070a00040000001000000000" + "00000000", // a valid report of an unknown version
                "010a00000000001000000000" + "00000000"
            })
    void anErrorReportIsNeverAnsweredWithOne(String hex) throws IOException {
        assertThat(serverAnswers(hex)).isEqualTo(Bytes.EMPTY);
        assertThat(clientAnswers(1, hex)).isEqualTo(Bytes.EMPTY);
        assertThat(clientAnswers(0, hex)).isEqualTo(Bytes.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "010a000000000003",
                "010a000000000010000000ff00000000",
                "000a000000000010000000ff00000000",
                "020a00000000001000000000" + "00000000",
                "090a0000ffffffff"
            })
    void anErrorReportWithinASessionIsNotAnsweredEither(String hex) throws IOException {
        Bytes said = serverAnswers(RESET_QUERY_V1 + hex);
        for (int at = 0; at < said.length(); at += (int) said.u32(at + 4)) {
            assertThat(said.u8(at + 1)).as("PDU type").isNotEqualTo(10);
        }
        String answer = "0203000100000008"; // Cache Response of session 1
        assertThat(clientAnswers(1, answer + hex)).isEqualTo(Bytes.EMPTY);
    }

    /** An error carries the version of the PDU if that version is supported, else the highest supported version. */
    @ParameterizedTest
    @CsvSource({
        "0002000000000003, 0, 0", // a length shorter than the header
        "0102000000000003, 1, 0",
        "0202000000000003, 2, 0",
        "0102000000ffffff, 1, 0", // an impossible length
        "000200000000000900, 0, 0", // a Reset Query of nine bytes
        "010100000000000800, 1, 0", // a Serial Query without a serial
        "00ee000000000008, 0, 5", // an unknown type
        "02ee000000000008, 2, 5",
        "0009000000000008, 0, 5", // version 0 has no router keys
        "0302000000000008, 2, 4", // a valid query of an unsupported version
        "0302000000000003, 2, 4", // a damaged query of an unsupported version
        "ffee0000ffffffff, 2, 4"
    })
    void anErrorAboutTheFirstPduOfARouterCarriesItsVersion(String hex, int version, int code) throws IOException {
        Bytes sent = Bytes.fromHex(hex);
        boolean framed = sent.u32(4) >= 8 && sent.u32(4) <= sent.length();
        assertReport(serverAnswers(hex), version, code, hex.substring(0, framed ? 2 * (int) sent.u32(4) : 16));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0103000100000003, 1, 0",
        "1, 0203000100000003, 2, 0",
        "0, 0003000100000003, 0, 0",
        "0, 000300010000000900, 0, 0",
        "1, 0003000100000003, 2, 4", // version 0 is not allowed
        "1, 0303000100000008, 2, 4",
        "1, 0303000100000003, 2, 4",
        "0, ffee0000ffffffff, 2, 4",
        "1, 02ee000000000008, 2, 5"
    })
    void anErrorAboutTheFirstPduOfACacheCarriesItsVersion(int minVersion, String hex, int version, int code)
            throws IOException {
        Bytes sent = Bytes.fromHex(hex);
        boolean framed = sent.u32(4) >= 8 && sent.u32(4) <= sent.length();
        assertReport(
                clientAnswers(minVersion, hex), version, code, hex.substring(0, framed ? 2 * (int) sent.u32(4) : 16));
    }

    @Test
    void withinASessionADamagedPduOfAnotherVersionIsUnexpected() throws IOException {
        String damaged = "0002000000000003";
        Bytes said = serverAnswers(RESET_QUERY_V1 + damaged);
        int at = 0;
        while (said.u8(at + 1) != 10) {
            at += (int) said.u32(at + 4);
        }
        assertReport(said.from(at), 1, UNEXPECTED_VERSION, damaged);
        assertReport(
                clientAnswers(1, "0203000100000008" + "0103000100000003"), 2, UNEXPECTED_VERSION, "0103000100000003");
        assertReport(
                clientAnswers(1, "0203000100000008" + "02ee000000000008"), 2, UNSUPPORTED_PDU_TYPE, "02ee000000000008");
    }

    @Test
    void aClientIgnoresEverySerialNotifyBeforeTheVersionIsAgreed() throws IOException {
        String newer = "0700000000000010" + "0000000000000000"; // a Serial Notify of a later version
        assertReport(clientAnswers(1, newer + "0303000100000008"), 2, UNSUPPORTED_VERSION, "0303000100000008");
        assertReport(clientAnswers(1, newer + "0203000100000003"), 2, CORRUPT_DATA, "0203000100000003");
    }

    @Test
    void anIncompleteHeaderIsNotAnswered() throws IOException {
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings(), source).start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(Bytes.fromHex("01020000").toArray());
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
            await().until(() -> server.sessions().isEmpty());
        }
    }
}
