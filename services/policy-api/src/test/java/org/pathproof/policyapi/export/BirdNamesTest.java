// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.policyapi.RunningApi;

/** Tests that the names of BIRD's prefix sets differ for neighbors with similar addresses. */
final class BirdNamesTest {
    /** With "4" as the suffix for IPv4, names would be ambiguous: 192.0.2.1 with "4" is equal to 192.0.2.14. */
    private static final List<String> NEIGHBORS = List.of(
            "192.0.2.1",
            "192.0.2.14",
            "192.0.2.16",
            "192.0.2.144",
            "192.0.21.4",
            "2001:db8::1",
            "2001:db8::14",
            "2001:db8::1:4",
            "2001:db8:1::4",
            "2001:db8:1111:2222:3333:4444:5555:6666",
            "::ffff:1:2:3:4",
            "::1");

    private static RunningApi api;

    @TempDir
    Path folder;

    @BeforeAll
    static void fill() {
        api = new RunningApi();
        for (int i = 1; i <= NEIGHBORS.size(); i++) {
            api.putSession(i, session(i, 1, i).setPeerIp(NEIGHBORS.get(i - 1)));
            api.putVerdict(key("198.51." + i + ".0/24", i), notValid(1, 65000 + i, 64496));
            api.putVerdict(key("203.0." + i + ".0/24", i), valid(65000 + i, 64496));
        }
        api.awaitRoutes(2L * NEIGHBORS.size());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static List<String> names(String sets) {
        return Pattern.compile("(?m)^define (\\S+) = ")
                .matcher(sets)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void noTwoNeighborsShareAName() {
        List<String> names = names(api.get("/api/v1/export/bird").body());
        assertThat(names).hasSize(2 * NEIGHBORS.size()).doesNotHaveDuplicates();
        assertThat(names)
                .contains("PATHPROOF_192_0_2_1_IPV4", "PATHPROOF_192_0_2_14_IPV4", "PATHPROOF_2001_db8__1_IPV6");
        for (String neighbor : NEIGHBORS) {
            String own = "PATHPROOF_" + neighbor.replaceAll("[.:]", "_");
            assertThat(names.stream()
                            .map(name -> name.replaceFirst("_IPV[46]$", ""))
                            .filter(own::equals))
                    .as("sets named %s", own)
                    .hasSize(2);
        }
    }

    @Test
    void birdReadsTheSetsOfAllNeighborsTogether() throws Exception {
        String sets = api.get("/api/v1/export/bird").body();
        Path include = Files.writeString(folder.resolve("pathproof.conf"), sets);
        String filters = names(sets).stream()
                .map(name -> "filter f_" + name + " { if net ~ " + name + " then reject; accept; }")
                .collect(Collectors.joining("\n"));
        Path file = folder.resolve("bird.conf");
        Files.writeString(
                file, "router id 192.0.2.1;\ninclude \"%s\";\n%s\nprotocol device {}\n".formatted(include, filters));
        Process bird = new ProcessBuilder(bird(), "-p", "-c", file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(bird.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bird.waitFor()).as(output).isZero();
    }

    @Test
    void refusesANameThatIsTooLongForBird() {
        String name = "N".repeat(48);
        assertThat(api.get("/api/v1/export/bird?neighbor=192.0.2.1&name=" + name)
                        .statusCode())
                .isEqualTo(200);
        var refused = api.get("/api/v1/export/bird?name=" + name);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("parameter name is too long", "the maximum of BIRD is 64");
    }

    private static String bird() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/sbin"))
                .map(directory -> Path.of(directory, "bird"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(() -> new IllegalStateException("bird is not installed (./pathproof test installs it)"));
    }
}
