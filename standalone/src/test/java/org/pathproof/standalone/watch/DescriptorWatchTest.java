// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

final class DescriptorWatchTest {
    private long open = 100;
    private final DescriptorWatch watch = new DescriptorWatch(
            new DescriptorWatch.Descriptors() {
                @Override
                public long open() {
                    return open;
                }

                @Override
                public Optional<Long> limit() {
                    return Optional.of(1_024L);
                }
            },
            4_000,
            "max-routers (4000)");

    @Test
    void healthIsDownWhileDescriptorsRunOut() {
        watch.check();
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        open = 1_024 - DescriptorWatch.LEAST_FREE + 1;
        watch.check();
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails().toString())
                .contains("961 are open of 1024", "LimitNOFILE", "max-routers (4000)");
        open = -1; // counting needs a descriptor, too
        watch.check();
        assertThat(health().getDetails().toString()).contains("none is free of 1024");
        open = 900;
        watch.check();
        assertThat(health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void readsTheDescriptorsOfThisProcess() {
        DescriptorWatch.Descriptors own = DescriptorWatch.ofProcess();
        assertThat(own.open()).isPositive();
        assertThat(own.limit().orElseThrow()).isGreaterThan(own.open());
    }

    private Health health() {
        return Objects.requireNonNull(watch.health());
    }
}
