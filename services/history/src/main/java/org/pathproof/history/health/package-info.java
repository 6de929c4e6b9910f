// SPDX-License-Identifier: Apache-2.0
/** Health and metrics of the history service. */
@NullMarked
package org.pathproof.history.health;

import org.jspecify.annotations.NullMarked;
