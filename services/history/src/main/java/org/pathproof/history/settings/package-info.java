// SPDX-License-Identifier: Apache-2.0
/** The settings of the history service. */
@NullMarked
package org.pathproof.history.settings;

import org.jspecify.annotations.NullMarked;
