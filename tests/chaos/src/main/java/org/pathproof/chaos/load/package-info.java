// SPDX-License-Identifier: Apache-2.0
/**
 * The load: {@link org.pathproof.chaos.load.World} is the routers, what their neighbours can announce, and the RPKI;
 * {@link org.pathproof.chaos.load.Load} lets them announce and withdraw; {@link org.pathproof.chaos.load.Ledger} knows of each update what it was
 * and when it was sent. Every update has a number of its own, which it carries as a community, so that its verdict tells which update it is about.
 */
@NullMarked
package org.pathproof.chaos.load;

import org.jspecify.annotations.NullMarked;
