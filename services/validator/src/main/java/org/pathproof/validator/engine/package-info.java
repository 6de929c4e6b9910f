// SPDX-License-Identifier: Apache-2.0
/**
 * Settings, metrics and supervision of the P-256 engine that verifies signatures.
 *
 * <p>{@link org.pathproof.validator.engine.EngineProperties} selects the engine, and {@link
 * org.pathproof.validator.engine.EngineMeters} reports its figures. {@link org.pathproof.validator.engine.EngineWatch}
 * owns a thread that reports to all validators that the engine gave a wrong result. The same thread requests the tables
 * of all routers for routes whose proofs or rows were lost. The engine itself is in {@code libs/p256}.
 */
@NullMarked
package org.pathproof.validator.engine;

import org.jspecify.annotations.NullMarked;
