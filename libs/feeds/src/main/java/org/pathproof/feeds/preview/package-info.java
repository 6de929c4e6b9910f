// SPDX-License-Identifier: Apache-2.0
/**
 * The effect of a policy before it is applied: {@link PolicyPreview} runs the real engine on a copy of its state.
 */
@NullMarked
package org.pathproof.feeds.preview;

import org.jspecify.annotations.NullMarked;
