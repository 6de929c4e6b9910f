// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.Run;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;

/** Runs the command from the creation of an authority to the verification of a router's certificate. */
final class CertificateCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void createAuthority() throws IOException {
        Run created = run("authority", "--name", "Example network", "--out", file("ca.crt"), "--key", file("ca.key"));
        assertThat(created.exitCode()).as(created.err()).isEqualTo(ExitCode.OK);
        Files.writeString(folder.resolve("r1.json"), """
                {"name": "r1.example.net", "as": 64500, "transparent-peers": ["192.0.2.1"], "max-peers": 10}
                """);
    }

    @Test
    void issuesShowsAndVerifiesACertificate() {
        Run issued = issue("--key", file("r1.key"), "--dns", "alias.example.net", "--days", "30");
        assertThat(issued.exitCode()).as(issued.err()).isEqualTo(ExitCode.OK);
        assertThat(issued.out()).contains("for r1.example.net AS64500, serial number");

        JsonNode shown = Run.json(run("show", file("r1.crt")).out());
        assertThat(shown.get("subject").stringValue()).isEqualTo("CN=r1.example.net");
        assertThat(shown.get("issuer").stringValue()).isEqualTo("CN=Example network");
        assertThat(shown.get("names").toString()).isEqualTo("[\"r1.example.net\",\"alias.example.net\"]");
        assertThat(shown.get("description").toString())
                .isEqualTo("{\"name\":\"r1.example.net\",\"as\":64500,\"transparent-peers\":[\"192.0.2.1\"],"
                        + "\"max-peers\":10}");

        Run verified = verify("--names", "*.example.net", "--ases", "64496-64511", "--grants", "transparent-peers");
        assertThat(verified.out()).startsWith("valid: r1.example.net AS64500, until ");
        assertThat(verified.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void namesTheReasonsOfARefusal() {
        issue("--key", file("r1.key"));
        run("authority", "--name", "Example network", "--out", file("other.crt"), "--key", file("other.key"));
        Run foreign = run("verify", file("r1.crt"), "--authority", file("other.crt"));
        assertThat(foreign.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(foreign.out()).contains("refused: not verified by");

        Run beyond = verify("--names", "r2.example.net", "--ases", "1", "--max-peers", "9");
        assertThat(beyond.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(beyond.out().lines())
                .containsExactly(
                        "refused: name: \"r1.example.net\" matches none of names [r2.example.net]",
                        "refused: as: AS64500 is not among ases",
                        "refused: transparent-peers: not among grants",
                        "refused: max-peers: 10 is above max-peers 9");
        assertThat(run("verify", file("ca.crt"), "--authority", file("ca.crt")).out())
                .contains("refused: the certificate has no description");
    }

    @Test
    void revokesACertificate() throws IOException {
        issue("--key", file("r1.key"));
        Run empty = revoke("--renew");
        assertThat(empty.exitCode()).as(empty.err()).isEqualTo(ExitCode.OK);
        assertThat(empty.out()).contains("ca.crl: number ", ", 0 revoked, next update ");
        assertThat(verify("--crl", file("ca.crl")).exitCode()).isEqualTo(ExitCode.OK);

        Run revoked = revoke("--name", "R1.example.net", "--reason", "keyCompromise");
        assertThat(revoked.exitCode()).as(revoked.err()).isEqualTo(ExitCode.OK);
        assertThat(revoked.out()).contains(", 1 revoked");
        Run verified = verify("--crl", file("ca.crl"));
        assertThat(verified.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(verified.out()).contains("certificate of CN=r1.example.net is revoked", "KEY_COMPROMISE");
        assertThat(Files.readString(folder.resolve("ca.crt.issued"))).contains("\"as\":64500", "\"revoked\":");
        assertThat(revoke("--certificate", file("r1.crt"), "--reason", "superseded")
                        .out())
                .contains(", 1 revoked");
        assertThat(revoke("--serial", "5a").out()).contains(", 2 revoked");

        assertThat(revoke("--name", "r9").err()).contains("the register has no certificate of r9");
        assertThat(revoke("--serial", "x").err()).contains("expected hexadecimal digits");
        assertThat(revoke("--renew", "--reason", "angry").err()).contains("--reason: expected unspecified");
        assertThat(revoke("--certificate", file("none.crt")).err()).contains("none.crt: no such file");
        Files.writeString(folder.resolve("ca.crl"), "text");
        assertThat(revoke("--renew").err()).contains("ca.crl: expected one CRL, not 0");
    }

    @Test
    void aNameBelongsToOneAs() throws IOException {
        assertThat(issue("--key", file("r1.key")).exitCode()).isEqualTo(ExitCode.OK);
        Files.writeString(folder.resolve("r1.json"), "{\"name\": \"r1.example.net\", \"as\": 64501}");
        Files.delete(folder.resolve("r1.crt"));
        assertThat(issue("--key", file("r2.key")).err())
                .contains("name: \"r1.example.net\" has a certificate of AS64500 that is valid: revoke it first");
        assertThat(folder.resolve("r2.key")).doesNotExist();
        assertThat(revoke("--name", "r1.example.net").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(issue("--key", file("r2.key")).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void sealsADescription() throws IOException {
        Files.writeString(folder.resolve("seal"), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
        assertThat(issue("--key", file("r1.key"), "--sealing-keys", file("seal"))
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        Run closed = run("show", file("r1.crt"));
        assertThat(closed.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        assertThat(Run.json(closed.out()).get("refused").stringValue()).contains("sealed");
        assertThat(run("show", file("r1.crt"), "--sealing-keys", file("seal")).out())
                .contains("192.0.2.1");
    }

    @Test
    void usesTheKeyOfARequest() throws IOException, InterruptedException {
        Process openssl = new ProcessBuilder(
                        Programs.require("openssl"),
                        "req",
                        "-new",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:prime256v1",
                        "-nodes",
                        "-subj",
                        "/CN=ignored",
                        "-keyout",
                        file("r1.key"),
                        "-out",
                        file("r1.csr"))
                .redirectErrorStream(true)
                .start();
        String log = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(openssl.waitFor()).as(log).isZero();
        assertThat(issue("--request", file("r1.csr")).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(verify().exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void wrongFilesAreNamed() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"name\":\"r1\",\"as\":1,\"quota\":2}");
        Run refused = run(
                "issue",
                "--authority",
                file("ca.crt"),
                "--authority-key",
                file("ca.key"),
                "--description",
                wrong.toString(),
                "--out",
                file("x.crt"),
                "--key",
                file("x.key"));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(refused.err()).contains("wrong.json: quota: unknown member");
        assertThat(folder.resolve("x.key")).doesNotExist();

        assertThat(issue("--key", file("ca.key")).err()).contains("ca.key");
        assertThat(run("show", file("none.crt")).err()).contains("none.crt: no such file");
        assertThat(run("show", file("ca.key")).err()).contains("ca.key: expected certificates");
        assertThat(run("verify", file("ca.crt"), "--authority", file("ca.crt"), "--names", "a", "--grants", "all")
                        .err())
                .contains("--grants: expected transparent-peers");
        assertThat(run().err()).contains("missing subcommand");
    }

    @Test
    void printsTheSchema() {
        assertThat(Run.json(run("schema").out()).get("required").toString()).isEqualTo("[\"name\",\"as\"]");
    }

    private Run issue(String... more) {
        return run(
                "issue",
                List.of(
                        "--authority",
                        file("ca.crt"),
                        "--authority-key",
                        file("ca.key"),
                        "--description",
                        file("r1.json"),
                        "--out",
                        file("r1.crt")),
                more);
    }

    private Run revoke(String... more) {
        return run(
                "revoke",
                List.of("--authority", file("ca.crt"), "--authority-key", file("ca.key"), "--crl", file("ca.crl")),
                more);
    }

    private Run verify(String... more) {
        return run("verify", List.of(file("r1.crt"), "--authority", file("ca.crt")), more);
    }

    private static Run run(String subcommand, List<String> first, String... more) {
        return Run.of(Stream.of(Stream.of("certificate", subcommand), first.stream(), Stream.of(more))
                .flatMap(arguments -> arguments)
                .toArray(String[]::new));
    }

    private static Run run(String... arguments) {
        return Run.of(
                Stream.concat(Stream.of("certificate"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }
}
