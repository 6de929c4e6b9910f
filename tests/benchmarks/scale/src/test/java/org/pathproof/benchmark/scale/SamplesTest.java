// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void summarisesValuesInAnyOrder() {
        List<Double> values =
                IntStream.range(0, 200).mapToObj(i -> (double) (i * 37 % 200)).toList();
        assertThat(Samples.of(values)).isEqualTo(new Samples(200, 100, 198, 199));
    }

    @Test
    void oneValueIsItsOwnMedian() {
        assertThat(Samples.of(List.of(7.0))).isEqualTo(new Samples(1, 7, 7, 7));
    }

    @Test
    void noValuesHaveNoMedian() {
        assertThat(Samples.of(List.of()).p50()).isNaN();
    }
}
