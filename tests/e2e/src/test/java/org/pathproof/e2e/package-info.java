// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof as its users run it: {@code ./pathproof up} and the CLI as processes, beside real RTR caches (StayRTR), routers (GoBGP, FRR) and
 * clients (rtrclient, vtysh, bird), seen through REST alone. Every test starts what it needs on free ports of 127.0.0.1 and ends it.
 */
@NullMarked
package org.pathproof.e2e;

import org.jspecify.annotations.NullMarked;
