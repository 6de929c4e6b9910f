// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MachineTest {
    private static final Machine MACHINE =
            new Machine("CPU", 2, null, "Linux 6", "JVM 25", "4.2.1", "0.99 1.50 2.00", Instant.EPOCH);

    @Test
    void theJsonFormHasOnlyWhatIsKnown() {
        String json = JsonMapper.shared().writeValueAsString(MACHINE);
        assertThat(json)
                .isEqualTo("{\"processor\":\"CPU\",\"processors\":2,\"system\":\"Linux 6\",\"java\":\"JVM 25\","
                        + "\"kafka\":\"4.2.1\",\"load\":\"0.99 1.50 2.00\",\"when\":\"1970-01-01T00:00:00Z\"}");
        assertThat(JsonMapper.shared().readValue(json, Machine.class)).isEqualTo(MACHINE);
    }

    @Test
    void aMachineIsBusyFromALoadOfOne() {
        assertThat(MACHINE.isBusy()).isFalse();
        assertThat(Machine.isBusy("1.00 0 0")).isTrue();
        assertThat(Machine.isBusy("not known")).isFalse();
        assertThat(MACHINE.loadOfMinute()).isEqualTo("0.99");
    }

    @Test
    void thisMachineIsDescribed() {
        Machine here = Machine.here().withFeatures(List.of("no-such-feature"));
        assertThat(here.processors()).isPositive();
        assertThat(here.features()).isEmpty();
        assertThat(here.load()).isNotEmpty();
    }
}
