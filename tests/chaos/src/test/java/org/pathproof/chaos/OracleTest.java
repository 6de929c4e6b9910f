// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Oracle;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.contracts.v1.PathState;

class OracleTest {
    private final Ledger ledger = new Ledger();
    private final Oracle oracle = new Oracle();

    @Test
    void predictsAPossibleVerdictForEveryAnnouncement() {
        try (World world = new World(20)) {
            new Load(world, ledger, 1).fill();
            world.loadKeys();
            Map<RouteName, Row> without = oracle.table(world, world.detour(false));
            Map<RouteName, Row> with = oracle.table(world, world.detour(true));

            assertThat(with).hasSizeGreaterThan(12 * 20 / 2).hasSameSizeAs(without);
            assertThat(with.keySet()).isEqualTo(without.keySet());
            with.forEach((name, row) -> {
                Kind kind = Objects.requireNonNull(ledger.find(row.number())).kind();
                String other = Objects.requireNonNull(without.get(name)).state();
                assertThat(kind.allows(PathState.valueOf(row.state()), true)).isTrue();
                assertThat(kind.allows(PathState.valueOf(other), true)).isTrue();
                assertThat(row.state().equals(other)).isEqualTo(kind != Kind.DETOUR);
            });
        }
    }

    @Test
    void comparisonListsLostAndWrongRows() {
        try (World world = new World(4)) {
            new Load(world, ledger, 1).fill();
            world.loadKeys();
            Map<RouteName, Row> table = oracle.table(world, world.detour(true));
            assertThat(Comparison.of(table, table).agrees()).isTrue();

            Map<RouteName, Row> less = new HashMap<>(table);
            RouteName one = table.keySet().iterator().next();
            less.remove(one);
            assertThat(Comparison.of(table, less).lost())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(one.toString());
            assertThat(Comparison.of(less, table).wrong())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("was withdrawn");
        }
    }
}
