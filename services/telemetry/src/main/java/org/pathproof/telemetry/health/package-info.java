// SPDX-License-Identifier: Apache-2.0
/**
 * Health of the parts of a service. Each part, such as the RTR listeners, implements
 * {@link org.pathproof.telemetry.health.HealthPart} and returns its current
 * {@link org.pathproof.telemetry.health.PartHealth}. The application collects the parts and writes the report for
 * operators, so that libraries of a service need no type of the application.
 */
@NullMarked
package org.pathproof.telemetry.health;

import org.jspecify.annotations.NullMarked;
