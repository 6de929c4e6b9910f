// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.Run;
import org.pathproof.cli.Streams;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import tools.jackson.databind.JsonNode;

/** Tests the report on valid and damaged input in each format. */
class DecodeCommandTest {
    @TempDir
    private Path folder;

    @Test
    void showsTheContentOfMessages() throws IOException {
        Run run = decode(Streams.BMP);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(types(run)).containsExactly("initiation", "peer_up", "route_monitoring", "peer_down", "termination");
        JsonNode update = run.objects().get(2);
        assertThat(update.get("peer").get("peer_asn").longValue()).isEqualTo(65001);
        assertThat(update.get("peer").get("view").stringValue()).isEqualTo("adj_rib_in_pre");
        assertThat(update.get("bgp").get("announced").get(0).stringValue()).isEqualTo("192.0.2.0/24 path-id 7");
    }

    @Test
    void continuesAfterDamage() throws IOException {
        Bytes noise = Bytes.fromHex("0300000000000000ff");
        Run run =
                decode(Streams.INITIATION.concat(noise).concat(Streams.PEER_UP).concat(Streams.UPDATE));
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(run)).containsExactly("initiation", "damaged", "peer_up", "route_monitoring");
        JsonNode damage = run.objects().get(1);
        assertThat(damage.get("offset").intValue()).isEqualTo(Streams.INITIATION.length());
        assertThat(damage.get("length").intValue()).isEqualTo(noise.length());
        assertThat(damage.get("error").stringValue()).isNotBlank();
    }

    /** The length field of a message is larger than the rest of the file. */
    @Test
    void findsMessagesAfterAWrongLength() throws IOException {
        byte[] tooLong = Streams.INITIATION.toArray();
        tooLong[2] = 1;
        Run run = decode(Streams.INITIATION.concat(Bytes.wrap(tooLong)).concat(Streams.BMP));
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(run))
                .containsExactly(
                        "initiation",
                        "damaged",
                        "initiation",
                        "peer_up",
                        "route_monitoring",
                        "peer_down",
                        "termination");
    }

    @Test
    void reportsATruncatedEnd() throws IOException {
        Run run = decode(Streams.BMP.slice(0, Streams.BMP.length() - 1));
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(run)).endsWith("damaged").hasSize(5);
    }

    @Test
    void reportsAMessageWithDamagedBgp() throws IOException {
        byte[] bytes = Streams.UPDATE.toArray();
        bytes[48] = 0; // first byte of the BGP marker
        Run run = decode(Streams.PEER_UP.concat(Bytes.wrap(bytes)));
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        JsonNode message = run.objects().getLast();
        assertThat(message.get("type").stringValue()).isEqualTo("route_monitoring");
        assertThat(message.get("error").stringValue()).contains("marker");
    }

    @Test
    void readsBgpHexAndGzip() throws IOException {
        assertThat(types(decode(Streams.OPEN.concat(Streams.KEEPALIVE)))).containsExactly("open", "keepalive");
        Bytes hex = Bytes.wrap((Streams.OPEN.toHex() + "\n" + Streams.KEEPALIVE.toHex() + "\n").getBytes(US_ASCII));
        assertThat(types(decode(hex))).containsExactly("open", "keepalive");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Streams.BMP.toArray());
        }
        Run run = decode(Bytes.wrap(packed.toByteArray()), "--summary");
        assertThat(run.objects().getFirst().get("bytes").intValue()).isEqualTo(Streams.BMP.length());
        Run cut = decode(Bytes.wrap(packed.toByteArray()).slice(0, packed.size() - 12));
        assertThat(cut.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(cut.objects().getLast().get("error").stringValue()).contains("compressed");
    }

    @Test
    void readsOpenBmpRecordsWithSeveralMessagesEach() throws IOException {
        Bytes hash = Bytes.fromHex("00112233445566778899aabbccddeeff");
        OpenBmpRaw record = new OpenBmpRaw(
                Optional.of(hash),
                Optional.of(Bytes.fromHex("c0000201")),
                Optional.of(hash),
                "c",
                "g",
                1_700_000_000_000_000L,
                Streams.PEER_UP.concat(Streams.UPDATE));
        OpenBmpRaw heartbeat =
                new OpenBmpRaw(Optional.empty(), Optional.empty(), Optional.of(hash), "c", "", 0, Bytes.EMPTY);
        Run run = decode(OpenBmpCodec.encode(record).concat(OpenBmpCodec.encode(heartbeat)));
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(types(run)).containsExactly("peer_up", "route_monitoring", "heartbeat");
        JsonNode update = run.objects().get(1);
        assertThat(update.get("openbmp").get("router_ip").stringValue()).isEqualTo("192.0.2.1");
        assertThat(update.get("bgp").get("announced").get(0).stringValue()).endsWith("path-id 7");
    }

    @Test
    void readsBgpAndBmpOfACapture() throws IOException {
        Run run = decode(Streams.capture());
        assertThat(run.err()).isEmpty();
        assertThat(types(run))
                .containsExactly(
                        "open",
                        "open",
                        "initiation",
                        "peer_up",
                        "route_monitoring",
                        "peer_down",
                        "termination",
                        "update");
        JsonNode update = run.objects().getLast();
        assertThat(update.get("flow").stringValue()).contains(":179");
        assertThat(update.get("captured").stringValue()).isEqualTo("1970-01-01T00:16:45Z");
        assertThat(update.get("announced").get(0).stringValue()).endsWith("path-id 7");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    }

    /** The UPDATE of a BMP version 4 message is in one of several TLVs (draft-ietf-grow-bmp-tlv-20). */
    @Test
    void showsVersion4OfBmp() throws IOException {
        Bytes header = Streams.UPDATE.slice(6, 48);
        Bytes update = Streams.UPDATE.from(48);
        Bytes body = new ByteWriter()
                .bytes(header)
                .u16(5)
                .u16(4)
                .u16(0)
                .bytes(Bytes.wrap("blue".getBytes(US_ASCII)))
                .u16(99)
                .u16(1)
                .u16(0x8002)
                .u8(0xab)
                .u16(7)
                .u16(update.length())
                .u16(0)
                .bytes(update)
                .toBytes();
        Bytes message =
                new ByteWriter().u8(4).u32(6 + body.length()).u8(0).bytes(body).toBytes();
        Run run = decode(Streams.PEER_UP.concat(message));
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode shown = run.objects().getLast();
        assertThat(shown.get("type").stringValue()).isEqualTo("route_monitoring");
        assertThat(shown.get("bmp_version").intValue()).isEqualTo(4);
        assertThat(shown.get("bgp").get("announced").get(0).stringValue()).isEqualTo("192.0.2.0/24 path-id 7");
        assertThat(shown.get("tlvs").get(0).get("name").stringValue()).isEqualTo("table_name");
        assertThat(shown.get("tlvs").get(0).get("value").stringValue()).isEqualTo("blue");
        assertThat(shown.get("tlvs").get(1).get("group").intValue()).isEqualTo(2);
        assertThat(shown.get("tlvs").get(1).get("hex").stringValue()).isEqualTo("ab");
        Run early = decode(Bytes.wrap(new byte[] {4}).concat(Streams.UPDATE.from(1)), "--format", "bmp");
        assertThat(early.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND); // version 4 without TLVs
        assertThat(early.objects().getFirst().get("error").stringValue()).contains("a BGP message in place of TLVs");
    }

    @Test
    void reportsAnUnknownFormat() throws IOException {
        Run run = decode(Bytes.wrap("What is this?".getBytes(US_ASCII)));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("--format");
        assertThat(decode(Bytes.fromHex("00")).exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
    }

    private Run decode(Bytes bytes, String... options) throws IOException {
        Path file = Files.createTempFile(folder, "input", "");
        Files.write(file, bytes.toArray());
        String[] arguments = new String[options.length + 2];
        arguments[0] = "decode";
        System.arraycopy(options, 0, arguments, 1, options.length);
        arguments[arguments.length - 1] = file.toString();
        return Run.of(arguments);
    }

    private static List<String> types(Run run) {
        return run.objects().stream().map(o -> o.get("type").stringValue()).toList();
    }
}
