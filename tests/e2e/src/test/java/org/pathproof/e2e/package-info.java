// SPDX-License-Identifier: Apache-2.0
/**
 * End-to-end tests of {@code ./pathproof up} and the CLI as processes. Some tests use the simulated routers and RTR
 * cache of {@code tools/lab}; others use a real RTR cache (StayRTR), routers (GoBGP, FRR) and clients (rtrclient,
 * vtysh, bird). Tests observe Pathproof from outside: through REST, RTR, metrics, standard output and logs. Every test
 * starts its processes on free ports of loopback addresses, and ends the processes.
 */
@NullMarked
package org.pathproof.e2e;

import org.jspecify.annotations.NullMarked;
