// SPDX-License-Identifier: Apache-2.0
/**
 * End-to-end tests of {@code ./pathproof up} and the CLI as processes, with real RTR caches (StayRTR), routers (GoBGP,
 * FRR) and clients (rtrclient, vtysh, bird). Tests observe Pathproof from outside: through REST, metrics, standard
 * output and logs. Every test starts its processes on free ports of 127.0.0.1, and ends the processes.
 */
@NullMarked
package org.pathproof.e2e;

import org.jspecify.annotations.NullMarked;
