// SPDX-License-Identifier: Apache-2.0
/**
 * Networks of several routers with overrides. A {@link org.pathproof.chaos.networks.SimulatedNetwork} runs the routers
 * of the model ({@code tests/network-model}): they take the overrides of the replicas, send them on over iBGP, and
 * report all paths by BMP. {@link org.pathproof.chaos.networks.NetworkSite} compares the overrides with those that the
 * model wants, without code of {@code libs/feeds}.
 */
@NullMarked
package org.pathproof.chaos.networks;

import org.jspecify.annotations.NullMarked;
