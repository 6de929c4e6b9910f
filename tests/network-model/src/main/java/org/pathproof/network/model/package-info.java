// SPDX-License-Identifier: Apache-2.0
/**
 * A deterministic simulation of the routers of one AS, for one prefix.
 *
 * <p>A {@link org.pathproof.network.model.NetworkPlan} has routers, sessions, upstreams, IGP links and events. A {@link
 * org.pathproof.network.model.Simulation} runs it: each {@link org.pathproof.network.model.Router} imports, selects (
 * {@link org.pathproof.network.model.RouteSelection}) and exports routes. A {@link org.pathproof.network.model.Session}
 * delivers messages in order, each after a random delay from the seed of the plan. {@link
 * org.pathproof.network.model.Software} has the deviations of real daemons.
 *
 * <p>The {@link org.pathproof.network.model.Feed} stands for Pathproof. It sees the routers by BMP, later than they see
 * each other, and gives its {@link org.pathproof.network.model.NetworkView} to an {@link
 * org.pathproof.network.model.OverrideStrategy}. The {@link org.pathproof.network.model.Outcome} has the state after
 * the last event, and the ways of packets.
 *
 * <p>A {@link org.pathproof.network.model.LiveNetwork} has the same routers without a plan of events and without the
 * feed: a test with a real Pathproof makes both.
 *
 * <p>Left out: timers, MRAI, graceful restart, policies other than LOCAL_PREF, and the age of routes as a tie break.
 */
@NullMarked
package org.pathproof.network.model;

import org.jspecify.annotations.NullMarked;
