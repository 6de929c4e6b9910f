// SPDX-License-Identifier: Apache-2.0
/**
 * The load. {@link org.pathproof.chaos.load.World} has the routers, the routes of their neighbors, and the RPKI.
 * {@link org.pathproof.chaos.load.Load} announces and withdraws. {@link org.pathproof.chaos.load.Ledger} records each
 * update and its time. Every update carries a number as a community, so that its verdict identifies the update.
 */
@NullMarked
package org.pathproof.chaos.load;

import org.jspecify.annotations.NullMarked;
