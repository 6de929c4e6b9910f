// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.session;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.harness.Programs;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.SealingKeys;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.CertificateRegister;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests certificates on request, with a request by openssl. The RPKI has AS 64496 and 64500. */
final class CertificatesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TOKEN = ApiToken.create();
    private static final String READER = ApiToken.create();

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;
    private static String request;
    private static RunningApi api;

    @BeforeAll
    static void start() throws Exception {
        authority = CertificateAuthority.create("Routers", Duration.ofDays(300), Instant.now());
        Files.writeString(folder.resolve("ca.crt"), Pem.of(authority.certificate()));
        Pem.writeSecret(folder.resolve("ca.key"), Pem.of(authority.key()));
        request = request();
        api = new RunningApi(
                "pathproof.policy-api.certificates.authority=" + folder.resolve("ca.crt"),
                "pathproof.policy-api.certificates.authority-key=" + folder.resolve("ca.key"),
                "pathproof.policy-api.certificates.names=*.example.net,r1",
                "pathproof.policy-api.certificates.ases=64496-64511",
                "pathproof.policy-api.certificates.grants=transparent-peers",
                "pathproof.policy-api.certificates.validity=30d",
                "pathproof.policy-api.certificates.register=" + folder.resolve("ca.crt.issued"),
                "pathproof.api.tokens[0].name=portal",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN),
                "pathproof.api.tokens[1].name=reader",
                "pathproof.api.tokens[1].role=reader",
                "pathproof.api.tokens[1].hash=" + ApiToken.hash(READER));
        api.rpki()
                .replace(List.of(
                        new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496),
                        new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64500)));
        api.putSession(1, session(1, 1, 1)); // r1 of AS 64999
        await().until(() -> !api.bean(RouteTable.class).sessionViews().isEmpty());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void issuesACertificateWithTheDescription() throws IOException {
        HttpResponse<String> answer = post(body("""
                {"name": "r5.example.net", "as": 64500, "transparent-peers": ["192.0.2.1"]}""", "[\"r6.example.net\"]"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode json = JSON.readTree(answer.body());
        X509Certificate issued = Pem.certificates(Files.writeString(
                        folder.resolve("issued.crt"), json.get("certificate").stringValue()))
                .getFirst();
        assertThat(issued.getSerialNumber().toString(16))
                .isEqualTo(json.get("serial_number").stringValue());
        assertThat(issued.getIssuerX500Principal())
                .isEqualTo(authority.certificate().getSubjectX500Principal());
        assertThat(DescriptionExtension.of(issued, SealingKeys.NONE))
                .hasValueSatisfying(reading -> assertThat(reading)
                        .isInstanceOfSatisfying(
                                Reading.Described.class,
                                described -> assertThat(described.description().asn())
                                        .isEqualTo(64500)));
    }

    @Test
    void answersWithAllReasonsAgainstADescription() {
        assertRefused(
                body("{\"name\":\"r5.example.org\",\"as\":64510,\"roles\":{\"customers\":[\"AS1\"]}}", "[\"x\"]"),
                "name: \"r5.example.org\" matches none of names",
                "roles: not among grants",
                "names: \"x\" is not permitted",
                "as: AS64510 has no router key, VRP or ASPA in the RPKI");
        assertRefused(body("{\"name\":\"r1\",\"as\":64496}", "[]"), "name: \"r1\" belongs to a router of AS64999");
    }

    @Test
    void oneNameHasCertificatesOfOneAsUntilTheyAreRevoked() throws IOException {
        String first = body("{\"name\":\"r7.example.net\",\"as\":64496}", "[\"r8.example.net\"]");
        assertThat(post(first).statusCode()).isEqualTo(200);
        assertThat(post(first).statusCode()).as("renewal").isEqualTo(200);
        String second = body("{\"name\":\"R8.example.net\",\"as\":64500}", "[]");
        assertRefused(second, "name: \"R8.example.net\" has a certificate of AS64496 that is valid: revoke it first");
        CertificateRegister register = CertificateRegister.at(folder.resolve("ca.crt.issued"));
        register.revoke(
                register.entries().stream()
                        .filter(entry -> entry.asn() == 64496)
                        .map(CertificateRegister.Entry::serial)
                        .toList(),
                Instant.now());
        assertThat(post(second).statusCode()).isEqualTo(200);
    }

    @Test
    void refusesOtherBodies() {
        assertRefused(body("{\"name\":\"r1\",\"as\":64496,\"quota\":1}", "[]"), "description: quota: unknown member");
        assertRefused("{\"request\":\"x\",\"description\":{}}", "request: request: expected one CERTIFICATE REQUEST");
        assertRefused("{\"description\":{}}", "request: a PKCS #10 request in PEM is missing");
        assertRefused("{\"csr\":\"x\"}", "unknown member: csr");
        assertRefused("[]", "not a JSON object");
        assertRefused("{", "not JSON");
        assertRefused("{\"request\":\"" + "x".repeat(70_000) + "\"}", "more than 65536");
        assertRefused(body("{\"name\":\"r1\",\"as\":64496}", "[\"*.example.net\"]"), "names: expected letters");
        String changed = request.replaceFirst("(?s)(.{200}).", request.charAt(200) == 'A' ? "$1B" : "$1A");
        assertRefused(body(changed, "{\"name\":\"r5.example.net\",\"as\":64496}", "[]"), "request: ");
    }

    @Test
    void needsTheRoleAdmin() {
        String body = body("{\"name\":\"r5.example.net\",\"as\":64500}", "[]");
        assertThat(api.post("/api/v1/certificates", body).statusCode()).isEqualTo(401);
        assertThat(api.post("/api/v1/certificates", body, "Authorization", "Bearer " + READER)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        assertThat(settings("", "", List.of()).load()).isEqualTo(Optional.empty());
        assertThatThrownBy(() -> settings("ca.crt", "", List.of("r1"))).hasMessageContaining("authority-key");
        assertThatThrownBy(() -> settings("none.crt", "ca.key", List.of("r1")).load())
                .hasMessageContaining("none.crt");
        assertThatThrownBy(() -> settings("ca.crt", "ca.crt", List.of("r1")).load())
                .hasMessageContaining("expected one private key");
        assertThatThrownBy(() -> settings("ca.crt", "ca.key", List.of("r*")).load())
                .hasMessageContaining("pathproof.policy-api.certificates: a certificate name has the form");
    }

    private static CertificateSettings settings(String certificate, String key, List<String> names) {
        return new CertificateSettings(
                certificate.isEmpty() ? "" : folder.resolve(certificate).toString(),
                key.isEmpty() ? "" : folder.resolve(key).toString(),
                names,
                List.of("1"),
                Set.of(),
                10,
                Duration.ofDays(1),
                "",
                "");
    }

    private static void assertRefused(String body, String... reasons) {
        HttpResponse<String> answer = post(body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).get("detail").stringValue()).contains(reasons);
    }

    private static HttpResponse<String> post(String body) {
        return api.post("/api/v1/certificates", body, "Authorization", "Bearer " + TOKEN);
    }

    private static String body(String description, String names) {
        return body(request, description, names);
    }

    private static String body(String pem, String description, String names) {
        return "{\"request\":" + JSON.writeValueAsString(pem) + ",\"description\":" + description + ",\"names\":"
                + names + "}";
    }

    private static String request() throws IOException, InterruptedException {
        Process openssl = new ProcessBuilder((Programs.require("openssl")
                                + " req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
                                + " -subj /CN=ignored -keyout r.key -out r.csr")
                        .split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String log = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(openssl.waitFor()).as(log).isZero();
        return Files.readString(folder.resolve("r.csr"));
    }
}
