// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of the running collector, and their start and stop.
 *
 * <p>Each {@link CollectorPart} is a bean with a phase. A part opens one resource from the settings: the ownership of
 * routers ({@link OwnershipPart}), the output to Kafka ({@link OutputPart}), the session records ({@link
 * SessionsPart}), the BMP server ({@link BmpPart}), the reader of OpenBMP topics ({@link OpenBmpPart}) and the timer
 * ({@link HousekeepingPart}). {@link CollectorService} creates the topics, starts the parts in the order of their
 * phases, tries again after a failure, and stops them in reverse.
 */
@NullMarked
package org.pathproof.collector.lifecycle;

import org.jspecify.annotations.NullMarked;
