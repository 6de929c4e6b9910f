// SPDX-License-Identifier: Apache-2.0
/**
 * Shows the state of key-sync to operators: health, readiness and metrics.
 *
 * <p>{@code KeySyncHealth} reports the sources and the problem that an operator must solve. {@code KeySyncReadiness}
 * is up while Redis responds. {@code KeySyncMetrics} registers the meters. All of them read {@code
 * KeySyncState} and the followed sources, and own no state.
 */
@NullMarked
package org.pathproof.keysync.health;

import org.jspecify.annotations.NullMarked;
