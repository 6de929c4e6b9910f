// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FiguresTest {
    private record Run(String name, long bytes, @Nullable Double seconds) {}

    private static final Figures<Run> FIGURES = new Figures<Run>()
            .member("run", Run::name)
            .number("bytes", "memory, KiB", "%,.1f", 1024, Run::bytes)
            .number("seconds", "time, s", "%.0f", Run::seconds)
            .row("name", Run::name);

    private static final Run FIRST = new Run("first", 1536, 2.4);
    private static final Run SECOND = new Run("second", 2_048_000, null);

    @Test
    void oneRowIsInTheTableAndInTheJsonObject() {
        assertThat(FIGURES.table(List.of(FIRST, SECOND), Run::name)).isEqualTo("""
                | figure | first | second |
                |---|---|---|
                | memory, KiB | 1.5 | 2,000.0 |
                | time, s | 2 |  |
                | name | first | second |
                """);
        assertThat(JsonMapper.shared().writeValueAsString(FIGURES.json(FIRST)))
                .isEqualTo("{\"run\":\"first\",\"bytes\":1536,\"seconds\":2.4}");
    }

    @Test
    void aNumberThatIsNotKnownIsLeftOut() {
        assertThat(FIGURES.json(SECOND)).containsOnlyKeys("run", "bytes");
        assertThat(FIGURES.json(new Run("third", 0, Double.NaN))).containsOnlyKeys("run", "bytes");
    }
}
