// SPDX-License-Identifier: Apache-2.0
/**
 * Faults under load. A {@link org.pathproof.chaos.ChaosRun} starts Pathproof as processes, lets routers churn, does what a
 * {@link org.pathproof.chaos.Schedule} says to the processes, and has the oracle compare what readers of Kafka hold with what the routers hold.
 */
@NullMarked
package org.pathproof.chaos;

import org.jspecify.annotations.NullMarked;
