// SPDX-License-Identifier: Apache-2.0
/**
 * Health of the validator for operators, and its readiness for Kubernetes.
 *
 * <p>{@link org.pathproof.validator.health.ValidatorHealth} names each problem in a sentence. {@link
 * org.pathproof.validator.health.ValidatorReadiness} depends only on this instance. Both read the state of other
 * packages when a request arrives, and own no state.
 */
@NullMarked
package org.pathproof.validator.health;

import org.jspecify.annotations.NullMarked;
