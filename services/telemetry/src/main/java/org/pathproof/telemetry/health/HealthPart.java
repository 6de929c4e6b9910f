// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.health;

import java.util.Optional;

/** A part of a service that reports its own health, such as the RTR listeners. */
public interface HealthPart {
    /** Returns the name of the part in the health report of the service. */
    String name();

    /** Returns the health of the part; empty if the part is not configured and does not appear in the report. */
    Optional<PartHealth> health();
}
