// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.Golden;
import org.pathproof.policyapi.RunningApi;

/** Tests the prefix sets: their prefixes, their files, and that FRR and BIRD accept the files. */
final class ExportTest {
    private static RunningApi api;

    @TempDir
    Path folder;

    @BeforeAll
    static void fill() {
        api = new RunningApi();
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 2, 2));
        api.putSession(3, session(3, 1, 1).setView(RibView.LOC_RIB));
        api.putVerdict(key("198.51.100.0/24", 1), notValid(1, 65001, 64496));
        api.putVerdict(key("192.0.2.0/25", 1), notValid(1, 65001, 64496));
        api.putVerdict(key("2001:db8:1::/48", 1), notValid(1, 65001, 64496));
        api.putVerdict(key("203.0.113.0/24", 1), valid(65001, 64496));
        api.putVerdict(key("203.0.114.0/24", 1), notValid(1, 65001, 64496).setState(PathState.MALFORMED));
        api.putVerdict(key("203.0.115.0/24", 1, 1), notValid(1, 65001, 64496));
        api.putVerdict(key("203.0.115.0/24", 1, 2), valid(65001, 64496));
        api.putVerdict(key("203.0.116.0/24", 3), notValid(1, 65001, 64496));
        api.putVerdict(key("192.0.2.0/24", 2), unsigned(65002, 64496));
        api.awaitRoutes(9);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        "frr-neighbor.txt, /api/v1/export/frr?neighbor=192.0.2.1",
        "frr-empty.txt, /api/v1/export/frr?neighbor=192.0.2.2&name=BAD",
        "frr-all.txt, /api/v1/export/frr?malformed=true",
        "bird-neighbor.txt, /api/v1/export/bird?neighbor=AS65001&router=r1",
        "bird-empty.txt, /api/v1/export/bird?neighbor=192.0.2.2&name=BAD",
        "bird-all.txt, /api/v1/export/bird?malformed=true",
        "junos-neighbor.txt, /api/v1/export/junos?neighbor=192.0.2.1",
        "ios-xr-neighbor.txt, /api/v1/export/ios-xr?neighbor=192.0.2.1",
        "sr-os-neighbor.txt, /api/v1/export/sr-os?neighbor=192.0.2.1",
    })
    void filesEqualTheGoldenFiles(String golden, String path) {
        Golden.assertText(golden, get(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&neighbor=192.0.2.1", "&neighbor=192.0.2.2"})
    void frrAcceptsThePrefixSets(String query) throws Exception {
        Path file = folder.resolve("frr.conf");
        Files.writeString(file, get("/api/v1/export/frr?name=PATHPROOF" + query));
        assertAccepts(program("vtysh"), "-C", "-f", file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&neighbor=192.0.2.1", "&neighbor=192.0.2.2"})
    void birdAcceptsThePrefixSets(String query) throws Exception {
        Path set = folder.resolve("pathproof.conf");
        Files.writeString(set, get("/api/v1/export/bird?name=PATHPROOF" + query));
        String name = query.isEmpty() ? "PATHPROOF_192_0_2_1" : "PATHPROOF";
        Path file = folder.resolve("bird.conf");
        Files.writeString(file, """
                router id 192.0.2.1;
                include "%s";
                filter from_neighbor_4 { if net ~ %s_IPV4 then reject; accept; }
                filter from_neighbor_6 { if net ~ %s_IPV6 then reject; accept; }
                protocol device {}
                """.formatted(set, name, name));
        assertAccepts(program("bird"), "-p", "-c", file.toString());
    }

    @Test
    void equalSetsHaveTheSameEtag() {
        HttpResponse<String> first = api.get("/api/v1/export/frr?neighbor=192.0.2.1");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(api.get("/api/v1/export/frr?neighbor=192.0.2.1", "If-None-Match", tag)
                        .statusCode())
                .isEqualTo(304);
        assertThat(api.get("/api/v1/export/frr?neighbor=192.0.2.2", "If-None-Match", tag)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void openConfigHasItsMediaType() {
        HttpResponse<String> response = api.get("/api/v1/export/openconfig?neighbor=192.0.2.1");
        assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/yang-data+json");
        RouterLists router = new OpenConfigRouter();
        router.apply(response.body());
        assertThat(router.lists().get("PATHPROOF_IPV4"))
                .extracting(Object::toString)
                .containsExactly("0.0.0.0/32", "192.0.2.0/25", "198.51.100.0/24");
    }

    private static String get(String path) {
        HttpResponse<String> response = api.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        return response.body();
    }

    private static String program(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(
                        () -> new IllegalStateException(name + " is not installed (./pathproof test installs it)"));
    }

    private static void assertAccepts(String program, String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of(program), Stream.of(arguments)).toList())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(List.of(arguments) + ": " + output).isZero();
        assertThat(output).doesNotContainIgnoringCase("error").doesNotContain("%");
    }
}
