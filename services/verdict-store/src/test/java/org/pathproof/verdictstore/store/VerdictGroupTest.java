// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;

final class VerdictGroupTest {
    private static final int SESSIONS = 30;

    private final VerdictGroup group = new VerdictGroup();

    private static RouteTable table() {
        RouteTable table = new RouteTable(3);
        for (int i = 0; i < SESSIONS; i++) {
            table.applySession(
                    Records.sessionId(i).bytes().toArray(),
                    Records.session(i, i, i).build().toByteArray());
        }
        return table;
    }

    private static List<Verdict> verdicts(RouteTable table) {
        List<Verdict> found = new ArrayList<>();
        table.find(RouteQuery.ALL, null).forEachRemaining(route -> found.add(route.verdict()));
        return found;
    }

    private static @Nullable Verdict verdict(@Nullable Route route) {
        return route == null ? null : route.verdict();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGroupChangesTheTableLikeItsVerdictsOneByOne(boolean loaded) {
        RouteTable expected = table();
        RouteTable table = table();
        History history = new History(1, 400, SESSIONS);
        Random random = history.random();
        for (int poll = 0; poll < 400; poll++) {
            TableLoader loader = table.loader();
            if (loaded) {
                loader.begin();
            } else {
                table.begin();
            }
            List<RouteChange> changes = new ArrayList<>();
            for (int i = random.nextInt(VerdictGroup.MAX + 1); i > 0; i--) {
                RouteKey key = history.key();
                byte[] value =
                        random.nextInt(4) == 0 ? null : history.verdict(key).toByteArray();
                group.add(key.toBytes(), value);
                changes.add(expected.applyVerdict(key.toBytes(), value));
            }
            if (loaded) {
                loader.readAhead(group);
            } else {
                table.readAhead(group);
            }
            for (int i = 0; i < group.size(); i++) {
                if (loaded) {
                    loader.load(group, i);
                } else {
                    RouteChange change = table.applyVerdict(group, i);
                    assertThat(change.key()).isEqualTo(changes.get(i).key());
                    assertThat(verdict(change.before()))
                            .isEqualTo(verdict(changes.get(i).before()));
                    assertThat(verdict(change.after()))
                            .isEqualTo(verdict(changes.get(i).after()));
                }
            }
            group.clear();
            if (loaded) {
                loader.commit();
            } else {
                table.commit();
            }
            if (poll % 50 == 0) {
                table.upkeep(Long.MAX_VALUE / 4);
            }
        }
        assertThat(verdicts(table)).isEqualTo(verdicts(expected)).isNotEmpty();
        assertThat(table.size()).isEqualTo(expected.size());
    }

    @Test
    void aFaultIsThrownWhenItsVerdictIsApplied() {
        RouteTable table = table();
        byte[] key = Records.key("192.0.2.0/24", 1).toBytes();
        group.add(null, null);
        group.add(new byte[] {1}, null);
        group.add(key, new byte[] {1});
        group.add(key, Records.unsigned(65001).build().toByteArray());
        table.begin();
        table.readAhead(group);
        for (int i = 0; i < 3; i++) {
            int number = i;
            assertThatIllegalArgumentException().isThrownBy(() -> table.applyVerdict(group, number));
        }
        table.applyVerdict(group, 3);
        table.commit();
        assertThat(table.get(Records.key("192.0.2.0/24", 1))).isPresent();
    }

    @Test
    void readsAheadInABatchOnly() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> table().readAhead(group))
                .withMessage("no batch has begun");
    }
}
