// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.strategy.Strategies;

/**
 * The smallest networks found in which a strategy violates a property. The name of each file has the strategy that it
 * rules out, and the violation.
 */
class CounterexamplesTest {
    static List<Path> files() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(CounterexamplesTest.class.getResource("/counterexamples"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void rulesOutItsStrategy(Path file) throws IOException {
        String[] name = Objects.requireNonNull(file.getFileName()).toString().split("\\.");
        OverrideStrategy strategy = Strategies.ALL.stream()
                .filter(candidate -> candidate.name().equals(name[0]))
                .findFirst()
                .orElseThrow();
        Property property = Stream.of(Property.values())
                .filter(candidate -> candidate.fileName().equals(name[1]))
                .findFirst()
                .orElseThrow();
        NetworkPlan plan = NetworkText.parse(Files.readString(file));
        Check check = new Check(plan);
        assertThat(check.isStable()).isTrue();
        assertThat(check.of(strategy).violations()).containsKey(property);
    }

    @ParameterizedTest
    @MethodSource("files")
    void doesNotRuleOutTheChosenStrategy(Path file) throws IOException {
        NetworkPlan plan = NetworkText.parse(Files.readString(file));
        assertThat(new Check(plan).of(Strategies.ALL_BEST_BORDERS).violations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsWhatItPrints(Path file) throws IOException {
        NetworkPlan plan = NetworkText.parse(Files.readString(file));
        assertThat(NetworkText.parse(NetworkText.print(plan))).isEqualTo(plan);
    }
}
