// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.cli.Run;
import org.pathproof.cli.Streams;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import tools.jackson.databind.JsonNode;

/** Tests that an input with unread parts, or without content, gives exit code 1. */
class UnreadInputTest {
    private static final int MRT_BGP = 5;
    private static final int BGP4MP = 16;

    @TempDir
    private Path folder;

    @Test
    void readsACaptureWithUncountedSyn() throws IOException {
        Run run = decode(Streams.captureWithUncountedSyn());
        assertThat(types(run)).containsExactly("initiation", "peer_up", "route_monitoring", "peer_down", "termination");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void unrecognisedTcpIsUnread() throws IOException {
        Run alone = decode(Streams.captureOfUnknown(Bytes.EMPTY));
        assertThat(alone.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(alone)).containsExactly("unknown_tcp");
        assertThat(alone.objects().getFirst().get("length").intValue()).isEqualTo(14);
        assertThat(alone.objects().getFirst().get("flow").stringValue()).endsWith(":80");
        assertThat(alone.err()).contains("14 of", "bytes were not read");
        Run beside = decode(Streams.captureOfUnknown(Streams.BMP));
        assertThat(beside.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(beside)).contains("initiation", "termination", "unknown_tcp");
        Run summary = decode(Streams.captureOfUnknown(Streams.BMP), "--summary");
        assertThat(summary.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(summary.objects().getFirst().get("unread_bytes").intValue()).isEqualTo(14);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void emptyInputIsUnreadInEveryFormat(Format format) throws IOException {
        Run run = decode(Bytes.EMPTY, "--format", format.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(run.err()).contains("the input is empty");
        assertThat(run.out()).isEmpty();
        assertThat(decode(Bytes.EMPTY, "--format", format.toString(), "--summary")
                        .exitCode())
                .isEqualTo(ExitCode.PROBLEM_FOUND);
    }

    @Test
    void emptyCompressedFilesAndCapturesAreUnread() throws IOException {
        Run packed = decode(gzip(Bytes.EMPTY));
        assertThat(packed.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(packed.err()).contains("the input is empty");
        Run header = decode(Streams.captureHeader(101).toBytes());
        assertThat(header.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(header.err()).contains("no message found in 24 bytes");
        ByteWriter wireless =
                Streams.captureHeader(105).u32(1).u32(0).u32(4).u32(4).u32(0x0102_0304L);
        Run other = decode(wireless.toBytes());
        assertThat(other.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(other.err()).contains("1 packets of link type 105, which is not read");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 12, 20})
    void truncatedCompressedDataAreDamaged(int length) throws IOException {
        Run run = decode(gzip(Streams.BMP).slice(0, length));
        assertThat(run.exitCode()).isIn(ExitCode.PROBLEM_FOUND, ExitCode.CANNOT_RUN);
        assertThat(run.err() + run.out()).isNotBlank().doesNotContain("\tat ");
    }

    @Test
    void recordsOfObsoleteTypesAreCountedAndNamed() throws IOException {
        Bytes obsolete = mrt(MRT_BGP, 1).concat(mrt(MRT_BGP, 7)).concat(mrt(9, 1));
        Run run = decode(obsolete);
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(types(run)).containsExactly("unknown_5_1", "unknown_5_7", "unknown_9_1");
        assertThat(run.objects().getFirst().get("error").stringValue())
                .isEqualTo("records of MRT type 5 (BGP, deprecated) subtype 1 are not read");
        assertThat(run.err()).contains("48 of 48 bytes were not read, in 3 places; 0 messages were");
        Bytes mixed = mrt(BGP4MP, 3).concat(stateChange());
        Run some = decode(mixed, "--summary");
        assertThat(some.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        JsonNode unread = some.objects().getFirst().get("unread");
        assertThat(unread.get("records of MRT type 16 (BGP4MP) subtype 3 are not read")
                        .intValue())
                .isEqualTo(1);
        assertThat(some.err()).contains("16 of 48 bytes were not read, in 1 places; 1 messages were");
        assertThat(decode(stateChange()).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void messagesOfUnknownTypesAreUnread() throws IOException {
        Bytes bmp = Bytes.fromHex("0300000008c800ff");
        Run run = decode(Streams.INITIATION.concat(bmp), "--format", "bmp");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(run.err()).contains("BMP messages of type 200 are not read", "8 of");
        Run rtr = decode(Bytes.fromHex("0102000000000008" + "00ee000000000008"), "--format", "rtr");
        assertThat(rtr.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(rtr.err()).contains("RTR PDUs of type 238 in version 0 are not read");
    }

    /** Returns an MRT record with four arbitrary bytes of content. */
    private static Bytes mrt(int type, int subtype) {
        return new ByteWriter()
                .u32(1_000_000_000L)
                .u16(type)
                .u16(subtype)
                .u32(4)
                .u32(0x0102_0304L)
                .toBytes();
    }

    private static Bytes stateChange() {
        Bytes body = Bytes.fromHex("fde8" + "fde9" + "0000" + "0001" + "c0000201" + "c0000202" + "0005" + "0006");
        return new ByteWriter()
                .u32(1_000_000_000L)
                .u16(BGP4MP)
                .u16(0)
                .u32(body.length())
                .bytes(body)
                .toBytes();
    }

    private static Bytes gzip(Bytes bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes.toArray());
        }
        return Bytes.wrap(packed.toByteArray());
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
