// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
    @Test
    void theLargestBarHasTheWholeWidth() {
        String svg = new BarChart(
                        "times", List.of(BarChart.Series.of("own", "#3b6ea5"), BarChart.Series.of("other", "#999999")))
                .row("tcp", false, List.of(BarChart.Bar.of(0, 2, "2.0"), BarChart.Bar.of(1, 4, "4.0")))
                .row("quic", false, List.of(BarChart.Bar.of(0, -1, "-1.0")))
                .svg(760);
        assertThat(svg)
                .contains("width=\"200.0\" height=\"10.0\" fill=\"#3b6ea5\"")
                .contains("width=\"400.0\" height=\"10.0\" fill=\"#999999\"")
                .as("a value below 0 is visible, too")
                .contains("width=\"1.0\" height=\"10.0\" fill=\"#3b6ea5\"");
    }

    @Test
    void aLineFitsIntoItsAxes() {
        String svg = new LineChart("rates < 10", "seconds")
                .line("rate", List.of(LineChart.Point.of(0, 0), LineChart.Point.of(10, 8)))
                .svg(294, 176);
        assertThat(svg)
                .contains("points=\"70.0,130.0 270.0,30.0\"")
                .contains("rates &lt; 10")
                .contains(">8.0</text>")
                .endsWith("</svg>\n");
    }

    @Test
    void aLogarithmicScaleHasALineForEachPowerOfTen() {
        Scale scale = new Scale(1_000, 1_000_000);
        assertThat(scale.share(1_000)).isZero();
        assertThat(scale.share(10)).as("below the scale").isZero();
        assertThat(scale.share(1_000_000)).isEqualTo(1);
        assertThat(scale.marks().stream().map(scale::label)).containsExactly("1k", "10k", "100k", "1M");
    }
}
