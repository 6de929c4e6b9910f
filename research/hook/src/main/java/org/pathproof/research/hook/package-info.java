// SPDX-License-Identifier: Apache-2.0
/**
 * Carries paths of the schemes through a running Pathproof (ADR 58). {@link
 * org.pathproof.research.hook.SchemeAttributes} implements the hook of the product, {@link
 * org.pathproof.routes.experimental.ExperimentalAttribute}, and is its registered service. Collectors and validators
 * load it from the folder that {@code pathproof.schemes.library} names, while {@code pathproof.schemes.experimental} is
 * on. No image of the product contains this module.
 *
 * <p>In collectors: some schemes send private keys to the next router. {@link
 * org.pathproof.research.hook.PrivateValueEraser} overwrites them in each BMP message before any other part of the
 * collector sees the message. So records of all topics, rejects and log lines contain no such key. Bytes that cannot be
 * decoded may contain one, and are overwritten, too. {@link org.pathproof.research.hook.SchemeIntake} passes on the
 * rest of the attribute with the route event.
 *
 * <p>In validators: {@link org.pathproof.research.hook.LoadedSchemes} loads the schemes of the class path and their
 * published keys at start. {@link org.pathproof.research.hook.SchemeDecision} verifies the paths of one task. Each task
 * has its own, because verifiers belong to one thread.
 */
@NullMarked
package org.pathproof.research.hook;

import org.jspecify.annotations.NullMarked;
