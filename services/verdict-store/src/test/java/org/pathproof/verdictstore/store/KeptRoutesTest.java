// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Verdict;

/** Tests routes of queries that are decoded long after they were read. */
final class KeptRoutesTest {
    private static final int PREFIXES = 200;
    private static final int ROUNDS = 12;
    private static final int BLOB = 3_000;
    private static final int MAX_AS = 64_000;

    private final RouteTable table = new RouteTable(2);
    private final Random random = new Random(1);

    private Verdict put(int prefix) {
        byte[] attributes = new byte[1 + random.nextInt(BLOB)];
        random.nextBytes(attributes);
        Verdict verdict = notValid(
                        2, 1 + random.nextInt(MAX_AS), 1 + random.nextInt(MAX_AS), 1 + random.nextInt(MAX_AS))
                .setPathAttributes(ByteString.copyFrom(attributes))
                .build();
        table.applyVerdict(key("10.0." + prefix + ".0/24", 1).toBytes(), verdict.toByteArray());
        return verdict;
    }

    /** All content is replaced again and again, so each place of the dictionaries is used for other content. */
    @Test
    void staysAsItWasWhenItsContentIsForgotten() {
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        List<Route> kept = new ArrayList<>();
        List<Verdict> expected = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int again = 0; again < 4; again++) {
                for (int prefix = 0; prefix < PREFIXES; prefix++) {
                    Verdict verdict = put(prefix);
                    if (again == 3) {
                        expected.add(verdict);
                    }
                }
            }
            for (Iterator<Route> all = table.find(RouteQuery.builder().build(), null); all.hasNext(); ) {
                kept.add(all.next());
            }
            table.upkeep(Long.MAX_VALUE / 4);
            sizes.add(table.memory().dictionaries());
        }
        assertThat(kept).hasSameSizeAs(expected);
        // Without reuse, the dictionaries would grow in each round.
        assertThat(sizes.getLast()).isLessThan(2 * sizes.get(ROUNDS / 2));
        for (int i = 0; i < kept.size(); i++) {
            Route route = kept.get(i);
            assertThat(route.verdict()).isEqualTo(withTimesOf(route, expected.get(i)));
            assertThat(route.passes(expected.get(i).getAsPath(1))).isTrue();
            assertThat(route.originatedBy(expected.get(i).getAsPath(2))).isTrue();
            assertThat(route.rules()).hasSize(1);
            assertThat(route.weight())
                    .isGreaterThan(expected.get(i).getPathAttributes().size());
        }
    }

    /** The times of rows have steps. */
    private static Verdict withTimesOf(Route route, Verdict verdict) {
        return verdict.toBuilder()
                .setReceivedUs(route.receivedUs())
                .setValidatedUs(route.validatedUs())
                .build();
    }
}
