// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests that bars are proportional to their values. */
class BarPlotTest {
    @Test
    void theLargestValueHasTheWholeWidth() {
        String svg = BarPlot.of(
                "times",
                List.of(
                        new BarPlot.Row("tcp", 2, OptionalDouble.of(4)),
                        new BarPlot.Row("quic", -1, OptionalDouble.empty())));
        assertThat(svg)
                .contains("width=\"240\" height=\"16\" fill=\"#3b6ea5\"")
                .contains("width=\"480\" height=\"16\" fill=\"#999999\"")
                .as("a value below 0 is visible, too")
                .contains("width=\"1\" height=\"16\" fill=\"#3b6ea5\"");
    }
}
