// SPDX-License-Identifier: Apache-2.0
/**
 * Health of the policy API and of other services in the process. {@link org.pathproof.policyapi.health.HealthReporter}
 * builds the report that REST and Actuator serve: verdict store, sessions, RPKI data, router keys, Kafka, the delay of
 * verdicts, and further parts such as the RTR server.
 */
@NullMarked
package org.pathproof.policyapi.health;

import org.jspecify.annotations.NullMarked;
