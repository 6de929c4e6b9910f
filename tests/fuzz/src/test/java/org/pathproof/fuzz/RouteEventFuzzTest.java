// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.validator.route.RouteValidator;
import org.pathproof.validator.route.Row;

/** Fuzzes records of the routes topic. The validator must validate every record that it decodes. */
class RouteEventFuzzTest {
    private static final Optional<RpkiSet> NOTHING = Optional.of(nothing());

    private static final PathVerifier NO_KEYS = PathVerifier.using(checks -> new BitSet());

    private static RpkiSet nothing() {
        MemoryRpkiSource source = new MemoryRpkiSource(1);
        source.replace(List.of());
        return source.current().orElseThrow();
    }

    @FuzzTest(maxDuration = "10m")
    void records(FuzzedDataProvider data) {
        byte[] key = data.consumeBytes(data.consumeInt(0, 64));
        RouteRecord record = RouteRecord.decode(key, data.consumeRemainingAsBytes());
        if (record instanceof RouteRecord.Announced announced) {
            Incoming in = Incoming.of(announced);
            Row row = RouteValidator.announced(in, null, NOTHING, NO_KEYS, 7);
            assertThat(RouteValidator.isRepeated(in, row)).isTrue();
            Row again = RouteValidator.revalidate(announced.route(), row, NOTHING.get(), NO_KEYS, 8);
            assertThat(RouteValidator.isSame(again.verdict(), row.verdict())).isTrue();
            if (!announced.announcement().getRewrittenView()) {
                assertThat(again).isSameAs(row); // the verdict on a rewritten path depends on other rows
            }
        }
    }
}
