// SPDX-License-Identifier: Apache-2.0
/**
 * Faults under load. {@link org.pathproof.chaos.ChaosRun} starts Pathproof as separate processes, and simulated routers
 * that announce and withdraw at random. A {@link org.pathproof.chaos.Schedule} lists the faults. After each schedule,
 * the table of a Kafka reader is compared with the table of the oracle, which follows from the routes of the routers.
 */
@NullMarked
package org.pathproof.chaos;

import org.jspecify.annotations.NullMarked;
