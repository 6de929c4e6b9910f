// SPDX-License-Identifier: Apache-2.0
/**
 * Rules that relate the records of {@code org.pathproof.contracts.v1} to the domain of {@code org.pathproof.bgpsec}.
 *
 * <p>Each rule has its only definition here, because several services apply it:
 *
 * <ul>
 *   <li>{@link org.pathproof.routes.PathContexts} builds the context in which a path is judged.
 *   <li>{@link org.pathproof.routes.RouteLife} tells living routes from stale and dead ones.
 *   <li>{@link org.pathproof.routes.SessionStatus} tells sessions that are up, that negotiated BGPsec, or that lose
 *       BGPsec_PATH on the way.
 *   <li>{@link org.pathproof.routes.ContractTypes} converts enums, findings and address families between protobuf and
 *       the domain.
 * </ul>
 *
 * <p>All classes are pure functions. They do no I/O and know neither Spring nor Kafka.
 */
@NullMarked
package org.pathproof.routes;

import org.jspecify.annotations.NullMarked;
