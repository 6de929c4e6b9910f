// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CapacityModelTest {
    private static final Path TABLES = Path.of("../../docs/benchmarks/pipeline.md");

    /** The benchmark computes the same model from its raw results. */
    @Test
    void coresAreThoseInTheTableOfTheBenchmark() throws IOException {
        List<double[]> rows = Files.readAllLines(TABLES).stream()
                .filter(line -> line.matches("\\| [0-9,]+ \\| (tables in an hour|churn) .*"))
                .map(line -> Arrays.stream(line.split("\\|", -1))
                        .map(cell -> cell.strip().replace(",", ""))
                        .filter(cell -> cell.matches("[0-9.]+"))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        assertThat(rows).hasSize(6);
        for (double[] row : rows) {
            CapacityModel model = new CapacityModel(network((int) row[0], 100, Engine.IFMA));
            double rate = row[1];
            assertClose(model.cores(Cost.COLLECTOR_BASE.value(), Cost.COLLECTOR_UPDATE.value(), rate), row[2]);
            assertClose(model.cores(Cost.BROKER_BASE.value(), Cost.BROKER_UPDATE.value(), rate), row[3]);
            assertClose(model.cores(Cost.VALIDATOR_BASE.value(), model.validatorMicros(), rate), row[4]);
            assertClose(model.cores(Cost.API_BASE.value(), Cost.API_UPDATE.value(), rate), row[5]);
        }
    }

    @Test
    void heapsOfThePolicyApiAreThoseInTheDocument() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../../docs/operators/scale.md")).stream()
                .filter(line -> line.contains(" routers with two full tables |"))
                .toList();
        assertThat(rows).hasSize(4).allSatisfy(row -> {
            String[] cells = row.replace(",", "").split("[| ]+", -1);
            double heap = CapacityModel.apiRows(1e6, 2 * Double.parseDouble(cells[1])) / 1e9;
            assertThat(row).contains(String.format(Locale.ROOT, "| %.2f GB |", heap));
        });
    }

    private static void assertClose(double modelled, double benchmark) {
        assertThat(modelled).isCloseTo(benchmark, within(0.25 * benchmark + 0.1));
    }

    @Property
    void moreRoutersNeverNeedLess(@ForAll @IntRange(min = 1, max = 2000) int routers) {
        Plan few = new CapacityModel(network(routers, 100, Engine.AVX2)).plan();
        Plan many = new CapacityModel(network(2 * routers, 100, Engine.AVX2)).plan();
        assertThat(many.partitions()).isGreaterThanOrEqualTo(few.partitions());
        assertThat(many.kafkaDisk()).isGreaterThan(few.kafkaDisk());
        assertThat(many.policyApi().limit())
                .isGreaterThanOrEqualTo(few.policyApi().limit());
        assertThat(total(many.validator())).isGreaterThanOrEqualTo(total(few.validator()));
    }

    @Property
    void requestsNeverExceedLimitsOrFallBelowTheDefaults(
            @ForAll @IntRange(min = 1, max = 5000) int routers, @ForAll @DoubleRange(max = 100) double signed) {
        Plan plan = new CapacityModel(network(routers, signed, Engine.SCALAR)).plan();
        for (Plan.Pods pods : List.of(plan.collector(), plan.validator(), plan.policyApi())) {
            assertThat(pods.memory()).isLessThanOrEqualTo(pods.limit());
            assertThat(pods.replicas()).isGreaterThanOrEqualTo(2);
        }
        assertThat(plan.validator().limit()).isGreaterThanOrEqualTo(CapacityModel.VALIDATOR.limit());
        assertThat(plan.partitions() % (plan.validator().replicas() * plan.validatorThreads()))
                .as("validators divide the partitions evenly")
                .isZero();
    }

    @Test
    void signaturesCostMoreOnSlowerEngines() {
        double fast = new CapacityModel(network(10, 100, Engine.IFMA)).validatorMicros();
        double slow = new CapacityModel(network(10, 100, Engine.JAVA)).validatorMicros();
        double unsigned = new CapacityModel(network(10, 0, Engine.JAVA)).validatorMicros();
        assertThat(fast).isEqualTo(Cost.VALIDATOR_UPDATE.value());
        assertThat(slow - unsigned)
                .as("3.8 signatures of 1/16,570 s, 3.61 times as fast as OpenSSL")
                .isCloseTo(63.5, within(1.0));
    }

    private static double total(Plan.Pods pods) {
        return (double) pods.replicas() * pods.limit();
    }

    private static Network network(int routers, double signed, Engine engine) {
        return new Network(
                routers,
                0,
                0,
                2,
                1_000_000,
                signed / 100,
                101,
                Duration.ofHours(1),
                50_000,
                700_000,
                Cost.OPENSSL.value(),
                engine,
                3,
                Duration.ofHours(6),
                0.3);
    }
}
