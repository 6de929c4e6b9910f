// SPDX-License-Identifier: Apache-2.0
/** Fuzz tests of SSH with caches, whose transport is not public. */
@NullMarked
package org.pathproof.keysync.transport;

import org.jspecify.annotations.NullMarked;
