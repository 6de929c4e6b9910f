// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Compares the structures with {@code linux/tcp.h} of this machine, by a C program. The property
 * {@code pathproof.kernel.headers} names another folder of headers, where those of the machine lack TCP-AO.
 */
class SocketStructuresTest {
    private static final Path HEADERS = Path.of(System.getProperty("pathproof.kernel.headers", "/usr/include"));
    private static final TcpAoKey KEY =
            new TcpAoKey(7, 9, TcpAoKey.Algorithm.HMAC_SHA_1_96, Bytes.fromHex("0102030405"));

    @TempDir
    private Path folder;

    @Test
    void tcpMd5HasTheLayoutOfTheKernel() throws IOException, InterruptedException {
        assertThat(layout("tcp_md5sig", "tcpm_flags", "tcpm_prefixlen", "tcpm_keylen", "tcpm_key"))
                .isEqualTo(Map.of(
                        "size", SocketStructures.MD5_BYTES,
                        "tcpm_flags", SocketStructures.MD5_FLAGS_OFFSET,
                        "tcpm_prefixlen", SocketStructures.MD5_PREFIX_OFFSET,
                        "tcpm_keylen", SocketStructures.MD5_KEY_LENGTH_OFFSET,
                        "tcpm_key", SocketStructures.MD5_KEY_OFFSET));
    }

    @Test
    void tcpAoHasTheLayoutOfTheKernel() throws IOException, InterruptedException {
        assertThat(layout("tcp_ao_add", "alg_name", "prefix", "sndid", "rcvid", "maclen", "keylen", "key"))
                .isEqualTo(Map.of(
                        "size", SocketStructures.AO_BYTES,
                        "alg_name", SocketStructures.AO_ALGORITHM_OFFSET,
                        "prefix", SocketStructures.AO_PREFIX_OFFSET,
                        "sndid", SocketStructures.AO_SEND_ID_OFFSET,
                        "rcvid", SocketStructures.AO_RECEIVE_ID_OFFSET,
                        "maclen", SocketStructures.AO_CODE_LENGTH_OFFSET,
                        "keylen", SocketStructures.AO_KEY_LENGTH_OFFSET,
                        "key", SocketStructures.AO_KEY_OFFSET));
    }

    @Test
    void deletionOfATcpAoKeyHasTheLayoutOfTheKernel() throws IOException, InterruptedException {
        assertThat(layout("tcp_ao_del", "prefix", "sndid", "rcvid"))
                .isEqualTo(Map.of(
                        "size", SocketStructures.AO_DELETE_BYTES,
                        "prefix", SocketStructures.AO_DELETE_PREFIX_OFFSET,
                        "sndid", SocketStructures.AO_DELETE_SEND_ID_OFFSET,
                        "rcvid", SocketStructures.AO_DELETE_RECEIVE_ID_OFFSET));
    }

    @Test
    void requestAndStatusOfTcpAoHaveTheLayoutOfTheKernel() throws IOException, InterruptedException {
        assertThat(layout("tcp_ao_info_opt", "rnext"))
                .isEqualTo(Map.of(
                        "size",
                        SocketStructures.AO_INFO_BYTES,
                        "rnext",
                        SocketStructures.AO_INFO_REQUESTED_KEY_OFFSET));
        assertThat(layout("tcp_ao_getsockopt", "nkeys", "sndid", "rcvid", "prefix", "pkt_good"))
                .isEqualTo(Map.of(
                        "size", SocketStructures.AO_STATUS_BYTES,
                        "nkeys", SocketStructures.AO_STATUS_COUNT_OFFSET,
                        "sndid", SocketStructures.AO_STATUS_SEND_ID_OFFSET,
                        "rcvid", SocketStructures.AO_STATUS_RECEIVE_ID_OFFSET,
                        "prefix", SocketStructures.AO_STATUS_PREFIX_OFFSET,
                        "pkt_good", SocketStructures.AO_STATUS_GOOD_OFFSET));
    }

    /** Returns the offsets of fields, and the size, of a structure. */
    private Map<String, Integer> layout(String structure, String... fields) throws IOException, InterruptedException {
        Path header = HEADERS.resolve("linux/tcp.h");
        Assumptions.assumeTrue(
                Files.isRegularFile(header) && Files.readString(header).contains("struct " + structure),
                "NOT TESTED: " + header + " has no " + structure);
        StringBuilder program = new StringBuilder("#include <stddef.h>\n#include <stdio.h>\n#include \"" + header
                + "\"\nint main(void) {\n  printf(\"size %zu\\n\", sizeof(struct " + structure + "));\n");
        for (String field : fields) {
            program.append("  printf(\"%s %%zu\\n\", offsetof(struct %s, %s));\n".formatted(field, structure, field));
        }
        Path source = Files.writeString(folder.resolve("layout.c"), program.append("  return 0;\n}\n"));
        Path binary = folder.resolve("layout");
        run(List.of("gcc", "-o", binary.toString(), source.toString()));
        Map<String, Integer> layout = new TreeMap<>();
        run(List.of(binary.toString()))
                .lines()
                .map(line -> line.split(" "))
                .forEach(line -> layout.put(line[0], Integer.valueOf(line[1])));
        return layout;
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void writesAnIpv4PeerForBothFamilies() {
        Prefix peers = Prefix.parse("192.0.2.0/24");
        ByteBuffer own = SocketStructures.md5(peers, "secret", false);
        assertThat(own.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(own.getShort(0)).isEqualTo((short) SocketStructures.IPV4_FAMILY);
        assertThat(hex(own, 4, 4)).isEqualTo("c0000200");
        assertThat(own.get(SocketStructures.MD5_FLAGS_OFFSET)).isEqualTo((byte) 1);
        assertThat(own.get(SocketStructures.MD5_PREFIX_OFFSET)).isEqualTo((byte) 24);
        assertThat(own.getShort(SocketStructures.MD5_KEY_LENGTH_OFFSET)).isEqualTo((short) 6);
        assertThat(hex(own, SocketStructures.MD5_KEY_OFFSET, 7)).isEqualTo("73656372657400");

        ByteBuffer mapped = SocketStructures.md5(peers, "secret", true);
        assertThat(mapped.getShort(0)).isEqualTo((short) SocketStructures.IPV6_FAMILY);
        assertThat(hex(mapped, 8, 16)).isEqualTo("00000000000000000000ffffc0000200");
        assertThat(mapped.get(SocketStructures.MD5_PREFIX_OFFSET)).isEqualTo((byte) 24);
    }

    @Test
    void writesAKeyOfTcpAo() {
        ByteBuffer add = SocketStructures.ao(Prefix.parse("2001:db8::1"), KEY, true);
        assertThat(add.remaining()).isEqualTo(SocketStructures.AO_BYTES);
        assertThat(hex(add, 8, 16)).isEqualTo("20010db8000000000000000000000001");
        assertThat(hex(add, SocketStructures.AO_ALGORITHM_OFFSET, 11)).isEqualTo("686d6163287368613129" + "00");
        assertThat(add.get(SocketStructures.AO_PREFIX_OFFSET)).isEqualTo((byte) 128);
        assertThat(hex(add, SocketStructures.AO_SEND_ID_OFFSET, 5)).isEqualTo("07090c0005");
        assertThat(hex(add, SocketStructures.AO_KEY_OFFSET, 6)).isEqualTo("010203040500");
    }

    private static String hex(ByteBuffer from, int offset, int length) {
        byte[] bytes = new byte[length];
        from.get(offset, bytes);
        return Bytes.wrap(bytes).toHex();
    }
}
