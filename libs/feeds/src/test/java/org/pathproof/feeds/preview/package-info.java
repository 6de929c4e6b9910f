// SPDX-License-Identifier: Apache-2.0
/** Tests of the preview of policies. */
@NullMarked
package org.pathproof.feeds.preview;

import org.jspecify.annotations.NullMarked;
