// SPDX-License-Identifier: Apache-2.0
/**
 * The effect of a policy before it is applied: {@link PolicyPreview} runs the real engines on copies of their state.
 */
@NullMarked
package org.pathproof.feeds.preview;

import org.jspecify.annotations.NullMarked;
