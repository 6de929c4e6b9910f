// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof as processes that can be killed, stopped, cut off and started again, by their names.
 */
@NullMarked
package org.pathproof.chaos.site;

import org.jspecify.annotations.NullMarked;
