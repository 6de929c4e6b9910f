// SPDX-License-Identifier: Apache-2.0
/**
 * Rules that connect the records of {@code org.pathproof.contracts.v1} with the types of {@code org.pathproof.bgpsec}.
 *
 * <p>Several services apply these rules, so each rule is defined once:
 *
 * <ul>
 *   <li>{@link org.pathproof.routes.PathContexts} builds the context in which a path is validated.
 *   <li>{@link org.pathproof.routes.RouteLife} distinguishes live, stale and dead routes.
 *   <li>{@link org.pathproof.routes.SessionStatus} finds sessions that are up, that belong to no VRF, that negotiated
 *       BGPsec, or that lose BGPsec_PATH.
 *   <li>{@link org.pathproof.routes.ContractTypes} converts enums, findings and address families between protobuf and
 *       the domain.
 * </ul>
 *
 * <p>All classes are pure functions. The classes do no I/O and depend neither on Spring nor on Kafka.
 */
@NullMarked
package org.pathproof.routes;

import org.jspecify.annotations.NullMarked;
