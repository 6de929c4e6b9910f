// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * A session between two routers of the network. Routers in different member ASes have a confederation session.
 *
 * @param client true if {@code second} is a reflection client of {@code first} (RFC 4456)
 * @param addPath true if both send all paths (RFC 7911)
 */
public record PeeringPlan(int first, int second, boolean client, boolean addPath) {}
