// SPDX-License-Identifier: Apache-2.0
/**
 * The hook for experiments with other ways to secure paths (ADR 58). This package is the only place where such an
 * experiment touches the pipeline. The product contains no implementation; {@code research/hook} has one.
 *
 * <p>{@link org.pathproof.routes.experimental.ExperimentalAttribute} is the service that an experiment provides.
 * {@link org.pathproof.routes.experimental.ExperimentalLibrary} loads it from a folder of the operator, at the start of
 * a collector or validator and only if the experiment is on. An experiment has two parts:
 *
 * <ul>
 *   <li>{@link org.pathproof.routes.experimental.AttributeIntake}, for collectors. The intake overwrites private values
 *       in received BMP messages, and returns the attribute of an UPDATE as opaque bytes for the route event.
 *   <li>{@link org.pathproof.routes.experimental.AttributeDecision}, for validators. The decision gives the result of a
 *       route with such bytes. The result stands beside the verdict, which does not depend on it.
 * </ul>
 */
@NullMarked
package org.pathproof.routes.experimental;

import org.jspecify.annotations.NullMarked;
