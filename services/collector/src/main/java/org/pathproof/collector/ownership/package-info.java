// SPDX-License-Identifier: Apache-2.0
/**
 * Which of several collectors publishes what a router sends. A router may be connected to all of them; one owns it, the others stand by
 * (docs/adr/0006).
 *
 * <p>Every collector writes what it owns to one partition, about once a second: {@link org.pathproof.collector.ownership.OwnershipLog} is what all
 * readers make of that log, in its order, so that they agree on the owner without agreeing on a time. Only how long an owner may be silent
 * is measured, by the clock of who listens. {@link org.pathproof.collector.ownership.KafkaOwnership} writes, reads, and answers the question on which everything
 * rests: may I publish this router now?
 */
@NullMarked
package org.pathproof.collector.ownership;

import org.jspecify.annotations.NullMarked;
