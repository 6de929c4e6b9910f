// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.cli.Run;
import tools.jackson.databind.JsonNode;

/** Compares the costs of the model with the results of the benchmarks. */
class CostTest {
    private static final Path RESULTS = Path.of("../../docs/benchmarks");
    private static final double STEADY_RATE = 5_000;
    /** Relative difference that the model may have. Runs on a quiet machine differ by less. */
    private static final double TOLERANCE = 0.25;
    /** Difference in cores that a base may have, because it is the small difference of two measurements. */
    private static final double BASE_TOLERANCE = 0.05;

    @ParameterizedTest
    @EnumSource
    void costsAreThoseOfTheBenchmarks(Cost cost) throws IOException {
        double measured = measured(cost);
        assertThat(cost.value())
                .as(cost + ": change the cost, and docs/operators/scale.md with its consequences")
                .isCloseTo(measured, within(tolerance(cost, measured)));
        assertThat(RESULTS.resolve(cost.source().split(",", -1)[0])).exists();
        assertThat(cost.unit()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void enginesAreThoseOfTheBenchmarks(Engine engine) throws IOException {
        JsonNode rows = Run.json(Files.readString(RESULTS.resolve("p256.json"))).get("rows");
        List<Double> ratios = StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.get(0).asInt() == 31_000
                        && row.get(1).asString().equals(engine.label())
                        && row.get(2).asString().equals("whole-job")
                        && row.get(3).asInt() == 512
                        && row.get(4).asInt() == 1)
                .map(row -> row.get(8).asDouble())
                .toList();
        assertThat(ratios).hasSize(1);
        assertThat(engine.timesOpenSsl())
                .as("rate of %s relative to OpenSSL", engine)
                .isCloseTo(ratios.getFirst(), within(ratios.getFirst() * TOLERANCE));
    }

    private static double tolerance(Cost cost, double measured) {
        double relative = measured * TOLERANCE;
        return cost.unit().equals("cores") ? Math.max(BASE_TOLERANCE, relative) : relative;
    }

    private static double measured(Cost cost) throws IOException {
        return switch (cost) {
            case COLLECTOR_UPDATE -> micros("a", "collector");
            case BROKER_UPDATE -> micros("a", "broker");
            case VALIDATOR_UPDATE -> micros("a", "validator");
            case API_UPDATE -> micros("a", "policy-api");
            case COLLECTOR_BASE -> base("collector");
            case BROKER_BASE -> base("broker");
            case VALIDATOR_BASE -> base("validator");
            case API_BASE -> base("policy-api");
            case STREAM_THREAD_SHARE ->
                scenario("a")
                                .get("threadMicrosPerUpdate")
                                .get("validator")
                                .get("pathproof-valid")
                                .asDouble()
                        / micros("a", "validator");
            case SIGNATURES -> figure("a", "signatures verified") / 1e6;
            case OPENSSL -> figure("a", "OpenSSL, one thread, signatures");
            case VALIDATOR_ROUTE -> figure("a", "validator: heap a route");
            case API_ROW, API_PREFIX, API_PATH -> cost.value() * measuredRows() / modelledRows();
            case ROUTES_UPDATE -> figure("a", "Kafka: pathproof.routes");
            case VERDICTS_UPDATE -> figure("a", "Kafka: pathproof.verdicts");
            case CHANGELOG_UPDATE -> figure("a", "Kafka: changelog");
            case KEY -> figure("keys", "a key, without its table");
            case KEY_TABLE -> figure("keys", "smallest table, outside the heap");
            case FEED_ROUTE -> feeds("heap of the feeds for a route, bytes");
            case FEED_SESSIONS -> feeds("BGP sessions");
        };
    }

    /** Returns the measured heap of the rows of all sizes of the policy API's benchmark, in bytes. */
    private static double measuredRows() throws IOException {
        return runs().mapToDouble(run -> run.get("table").get("heap").asDouble()
                        - run.get("table").get("emptyHeap").asDouble())
                .sum();
    }

    private static double modelledRows() throws IOException {
        return runs().mapToDouble(CostTest::modelled).sum();
    }

    private static double modelled(JsonNode run) {
        JsonNode sizes = run.get("sizes");
        return CapacityModel.apiRows(
                sizes.get("prefixes").asDouble(), sizes.get("sessions").asDouble());
    }

    private static Stream<JsonNode> runs() throws IOException {
        return elements(
                Run.json(Files.readString(RESULTS.resolve("scale.json"))).get("runs"));
    }

    /** Compares the memory of each measured size, because a sum could hide errors of opposite signs. */
    @Test
    void memoryOfEachMeasuredSizeIsThatOfTheModel() throws IOException {
        List<JsonNode> runs = runs().toList();
        assertThat(runs).hasSizeGreaterThanOrEqualTo(2).allSatisfy(run -> {
            JsonNode table = run.get("table");
            double measured =
                    table.get("heap").asDouble() - table.get("emptyHeap").asDouble();
            assertThat(modelled(run)).as("%s", run.get("sizes")).isCloseTo(measured, within(0.1 * measured));
        });
    }

    private static JsonNode scenario(String name) throws IOException {
        return elements(Run.json(Files.readString(RESULTS.resolve("pipeline.json")))
                        .get("outcomes"))
                .filter(outcome -> outcome.get("scenario").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double figure(String scenario, String name) throws IOException {
        return elements(scenario(scenario).get("figures"))
                .filter(figure -> figure.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow()
                .get("value")
                .asDouble();
    }

    /** Returns the CPU time of an update in µs, without JIT compilers. */
    private static double micros(String scenario, String stage) throws IOException {
        JsonNode outcome = scenario(scenario);
        return outcome.get("cpuMicrosPerUpdate").get(stage).asDouble()
                - outcome.get("threadMicrosPerUpdate")
                        .get(stage)
                        .get("CN CompilerThre")
                        .asDouble();
    }

    private static double base(String stage) throws IOException {
        return STEADY_RATE * (micros("c", stage) - micros("a", stage)) / 1e6;
    }

    private static double feeds(String name) throws IOException {
        return Files.readAllLines(RESULTS.resolve("feed-scale.md")).stream()
                .filter(line -> line.startsWith("| " + name + " |"))
                .map(line -> Double.parseDouble(line.split("\\|", -1)[2].strip().replace(",", "")))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
