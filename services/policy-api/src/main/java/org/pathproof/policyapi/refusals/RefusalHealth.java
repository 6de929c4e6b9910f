// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.util.Optional;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Plural;

/** Reports a memory of exports that is out of date or full. */
final class RefusalHealth implements HealthPart {
    private final RefusalMemory memory;

    RefusalHealth(RefusalMemory memory) {
        this.memory = memory;
    }

    @Override
    public String name() {
        return "export-memory";
    }

    @Override
    public Optional<PartHealth> health() {
        String problem = memory.problem();
        if (problem != null) {
            return Optional.of(PartHealth.failing(problem));
        }
        if (memory.isFull()) {
            return Optional.of(PartHealth.failing("exports remember " + memory.maxRoutes()
                    + " refused routes (pathproof.policy-api.export-max-remembered): further prefixes leave the exports"
                    + " when routers reject them"));
        }
        return Optional.of(
                PartHealth.ok("exports remember " + Plural.of(memory.size(), "refused route", "refused routes")));
    }
}
