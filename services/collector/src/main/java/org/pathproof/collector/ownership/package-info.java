// SPDX-License-Identifier: Apache-2.0
/**
 * Ownership of routers among several collectors. A router may be connected to all of them. One collector owns the
 * router and publishes its routes; the others stand by (docs/adr/0006).
 *
 * <p>Every collector writes the routers that it owns to a topic of one partition, several times per lease. All readers
 * derive the same owners from the order of that log ({@link org.pathproof.collector.ownership.OwnershipLog}), without
 * synchronised clocks. Each reader measures the silence of an owner with its own clock. {@link
 * org.pathproof.collector.ownership.KafkaOwnership} writes and reads the log, and decides if routes of a router may be
 * published now.
 */
@NullMarked
package org.pathproof.collector.ownership;

import org.jspecify.annotations.NullMarked;
