// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.rpki.Aspa;

/**
 * Compares the verification of AS paths with the cases of OpenBGPD and of NIST's BGP-RPKI-IO test suite. The resource
 * {@code aspa-cases.txt} has the cases and their form.
 */
class AspaCasesTest {
    private static final Map<String, Integer> CASES = Map.of("OpenBGPD", 93, "NIST BRIO", 19);

    @Test
    void agreesWithTheCasesOfOpenBgpdAndNist() throws IOException {
        Map<String, Integer> seen = new LinkedHashMap<>();
        Map<Long, Aspa> aspas = new HashMap<>();
        String set = "";
        SoftAssertions results = new SoftAssertions();
        for (String line : lines()) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "set" -> {
                    set = words[1];
                    aspas = new HashMap<>();
                }
                case "aspa" -> {
                    long[] numbers = numbers(words[1]);
                    aspas.put(
                            numbers[0],
                            new Aspa(
                                    numbers[0],
                                    Arrays.stream(numbers).skip(1).boxed().toList()));
                }
                default -> {
                    check(results, set, line, aspas);
                    seen.merge(set, 1, Integer::sum);
                }
            }
        }
        results.assertAll();
        assertThat(seen).isEqualTo(CASES);
    }

    private static void check(SoftAssertions results, String set, String line, Map<Long, Aspa> aspas) {
        String[] words = line.split(" ", 3);
        AspaState expected = AspaState.valueOf(words[0].toUpperCase(Locale.ROOT));
        AspaProcedure procedure = AspaProcedure.valueOf(words[1].toUpperCase(Locale.ROOT));
        long[] path = words[2].equals("-") ? new long[0] : numbers(words[2]);
        AspaLookup lookup = customer -> Optional.ofNullable(aspas.get(customer));
        results.assertThat(AspaVerification.of(path, procedure, lookup).state())
                .as("%s: %s", set, line)
                .isEqualTo(expected);
    }

    private static long[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(AspaCasesTest.class.getResourceAsStream("aspa-cases.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
