// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tests inputs, keys, exit codes and error messages of {@code pathproof verify}. Scripts depend on them. */
final class VerifyInputTest extends VerifyRuns {
    @Test
    void printsCounts() throws IOException {
        Path batch = folder.resolve("batch.jsonl");
        Files.writeString(
                batch,
                ("{\"update\":\"" + UPDATE + "\",\"target_as\":65537}\n").repeat(1_500) + "{\"update\":\"" + UPDATE
                        + "\",\"target_as\":65538}\n");
        Result result = run("--keys", KEYS, "--stats", "--batch", batch.toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.lines()).hasSize(1_501);
        assertThat(result.err())
                .matches(
                        "pathproof verify: 1501 updates in \\d+\\.\\d s \\(\\d+ a second\\), 1500 VALID, 1 NOT_VALID\\R");
    }

    @Test
    void updatesComeFromFilesTextAndStandardInput() throws IOException {
        Path binary = folder.resolve("one.bgp");
        Files.write(binary, HexFormat.of().parseHex(UPDATE));
        Path text = folder.resolve("one.hex");
        Files.writeString(text, "# from RFC 8208\n0x" + UPDATE.substring(0, 32) + "\n  " + UPDATE.substring(32) + "\n");
        for (String file : List.of(binary.toString(), text.toString())) {
            Result result = run("--keys", KEYS, "--target-as", "65537", "--peer-as", "AS65536", file);
            assertThat(result.exitCode()).isZero();
            assertThat(text(result.only(), "id")).isEqualTo(file);
            assertThat(text(result.only(), "state")).isEqualTo("VALID");
        }
        assertThat(run("--keys", KEYS, "--target-as", "65537", "--hex", UPDATE).exitCode())
                .isZero();
        assertThat(withInput(HexFormat.of().parseHex(UPDATE), "--keys", KEYS, "--target-as", "65537", "-")
                        .exitCode())
                .isZero();
        assertThat(withInput(UPDATE.getBytes(StandardCharsets.US_ASCII), "--keys", KEYS, "--target-as", "65537", "-")
                        .exitCode())
                .isZero();
    }

    @Test
    void splitsAStreamOfMessages() {
        String marker = "ff".repeat(16);
        String keepAlive = marker + "001304";
        String endOfRib = marker + "0017" + "02" + "0000" + "0000";
        Result result = run(
                "--keys", KEYS, "--target-as", "65537", "--hex", keepAlive + UPDATE + endOfRib + UPDATE + keepAlive);
        assertThat(result.exitCode()).isZero();
        assertThat(result.lines()).extracting(l -> text(l, "id")).containsExactly("hex#1", "hex#2");
    }

    @Test
    void aBatchKeepsItsOrderAndReportsBadLines() {
        String id = "\"id\":";
        String good = "\"update_hex\":\"" + UPDATE + "\"";
        String batch = String.join(
                "\n",
                "{" + id + "1," + good + "}",
                "",
                "{" + id + "\"b\",\"update\":\"zz\"}",
                "not json",
                "{" + good + ",\"target_as\":\"AS65550\",\"comment\":{\"update\":[1]}}",
                "{" + id + "\"e\"}",
                "{" + good + ",\"target_as\":-1," + id + "\"f\"}",
                "{" + id + "\"g\",\"update\":\"" + UPDATE + "00\"}",
                "{" + id + "\"h\",\"update\":\"" + "ff".repeat(16) + "001304\"}",
                "{" + id + "\"i\",\"update\":\"" + "ff".repeat(16) + "00170200000000\"}",
                "{" + id + "\"j\"," + good + ",\"peer_as\":65536}  ",
                "[]");
        Result result = withInput(
                batch.getBytes(StandardCharsets.UTF_8), "--keys", KEYS, "--target-as", "65537", "--batch", "-");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.lines())
                .extracting(l -> l.path("id").asString())
                .containsExactly("1", "b", "line 4", "line 5", "e", "f", "g", "h", "i", "j", "line 12");
        assertThat(result.lines().getFirst().path("id").isNumber()).isTrue();
        assertThat(result.lines())
                .extracting(l -> text(l, l.has("error") ? "error" : "state"))
                .satisfiesExactly(
                        s -> assertThat(s).isEqualTo("VALID"),
                        s -> assertThat(s).isEqualTo("update: not an even number of hexadecimal digits"),
                        s -> assertThat(s).startsWith("line 4 is not JSON"),
                        s -> assertThat(s).isEqualTo("NOT_VALID"),
                        s -> assertThat(s).isEqualTo("update: missing"),
                        s -> assertThat(s).startsWith("target_as: an AS number"),
                        s -> assertThat(s).isEqualTo("update: 1 bytes after the end of the message"),
                        s -> assertThat(s).isEqualTo("update: a BGP message of type 4, not an UPDATE"),
                        s -> assertThat(s).isEqualTo("the UPDATE announces nothing"),
                        s -> assertThat(s).isEqualTo("VALID"),
                        s -> assertThat(s).isEqualTo("a JSON object is expected"));
    }

    @Test
    void aLineWithoutTargetAsIsUnverified() {
        Result result = withInput(
                ("{\"id\":1,\"update\":\"" + UPDATE + "\"}").getBytes(StandardCharsets.UTF_8),
                "--keys",
                KEYS,
                "--batch",
                "-");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(text(result.only(), "state")).isEqualTo("UNVERIFIED");
        assertThat(rules(result.only())).containsExactly("target-as-unknown");
        assertThat(result.only().path("target_as").isNull()).isTrue();
    }

    @Test
    void aLargeBatchKeepsItsOrder() throws IOException {
        StringBuilder batch = new StringBuilder();
        for (int i = 0; i < 2500; i++) {
            ObjectNode line = (ObjectNode) RFC.get(i % 4).deepCopy();
            line.put("id", i);
            if (i % 7 == 0) {
                line.put("target_as", 65550);
            }
            batch.append(line).append('\n');
        }
        Path file = folder.resolve("batch.ndjson");
        Files.writeString(file, batch);
        Result result = run("--keys", KEYS, "--batch", file.toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.lines()).hasSize(2500);
        for (int i = 0; i < 2500; i++) {
            assertThat(result.lines().get(i).path("id").asInt()).isEqualTo(i);
            assertThat(text(result.lines().get(i), "state")).isEqualTo(i % 7 == 0 ? "NOT_VALID" : "VALID");
        }
    }

    @Test
    void refusesAKeyWhoseSkiIsNotItsHash() throws IOException {
        ObjectNode wrong = (ObjectNode) JSON.readTree(read(Path.of(KEYS))).get(1);
        wrong.put("ski", "00".repeat(20));
        Path keys = folder.resolve("wrong.json");
        Files.writeString(keys, "[" + wrong + "]");
        Result result = run("--keys", keys.toString(), "--target-as", "65537", "--hex", UPDATE);
        assertThat(result.err()).contains("refused").contains("no router key in");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(rules(result.only())).containsExactly("key-not-found", "key-not-found");
        Result both = run("--keys", keys.toString(), "--keys", KEYS, "--target-as", "65537", "--hex", UPDATE);
        assertThat(both.exitCode()).isZero();
        assertThat(both.err()).contains("refused");
    }

    /** The key names its curve by a UTF8String of invalid UTF-8, because one tag byte is changed. */
    @Test
    void refusesADamagedKeyAndValidatesWithoutIt() throws IOException {
        ObjectNode damaged = (ObjectNode) JSON.readTree(read(Path.of(KEYS))).get(1);
        String spki = text(damaged, "spki_der_hex");
        damaged.put("spki_der_hex", spki.replace("06082a8648ce3d030107", "0c082a8648ce3d030107"));
        Path keys = folder.resolve("damaged.json");
        Files.writeString(keys, "[" + damaged + "]");
        Result result = run("--keys", keys.toString(), "--target-as", "65537", "--hex", UPDATE);
        assertThat(result.err()).contains("refused: it does not name its curve by an object identifier");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(rules(result.only())).containsExactly("key-not-found", "key-not-found");
    }

    @Test
    void wrongUsageAndUnreadableFilesExitWith2() throws IOException {
        Path noBgp = folder.resolve("no.bgp");
        Files.writeString(noBgp, "hello");
        Path half = folder.resolve("half.bgp");
        Files.write(half, HexFormat.of().parseHex(UPDATE.substring(0, 100)));
        for (List<String> args : List.<List<String>>of(
                List.of(),
                List.of("--target-as", "65537", "--hex", UPDATE),
                List.of("--keys", KEYS, "--hex", UPDATE),
                List.of("--keys", KEYS, "--target-as", "65537"),
                List.of("--keys", KEYS, "--target-as", "65537", "--hex", UPDATE, noBgp.toString()),
                List.of("--keys", KEYS, "--target-as", "4294967296", "--hex", UPDATE),
                List.of("--keys", KEYS, "--target-as", "65537", "--hex", "abc"),
                List.of("--keys", KEYS, "--target-as", "65537", "--hex", ""),
                List.of("--keys", KEYS, "--target-as", "65537", "--hex", "ff".repeat(16) + "001304"),
                List.of("--keys", KEYS, "--target-as", "65537", noBgp.toString()),
                List.of("--keys", KEYS, "--target-as", "65537", half.toString()),
                List.of(
                        "--keys",
                        KEYS,
                        "--target-as",
                        "65537",
                        folder.resolve("absent").toString()),
                List.of("--keys", folder.resolve("absent").toString(), "--target-as", "65537", "--hex", UPDATE),
                List.of("--keys", noBgp.toString(), "--target-as", "65537", "--hex", UPDATE),
                List.of("--keys", KEYS, "--batch", folder.resolve("absent").toString()))) {
            Result result = run(args.toArray(String[]::new));
            assertThat(result.exitCode()).as("%s: %s", args, result.err()).isEqualTo(2);
            assertThat(result.err()).as("%s", args).isNotBlank();
            assertThat(result.lines()).as("%s", args).isEmpty();
        }
    }
}
