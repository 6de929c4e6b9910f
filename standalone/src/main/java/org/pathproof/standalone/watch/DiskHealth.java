// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Health of the disk with the data folder: down while the intake is closed or the free space cannot be measured. */
final class DiskHealth implements HealthIndicator {
    private final DiskWatch watch;

    DiskHealth(DiskWatch watch) {
        this.watch = watch;
    }

    @Override
    public Health health() {
        String problem = watch.problem();
        Health.Builder health = problem.isEmpty()
                ? Health.up().withDetail("disk", watch.state())
                : Health.down().withDetail("problems", List.of(problem));
        return health.build();
    }
}
