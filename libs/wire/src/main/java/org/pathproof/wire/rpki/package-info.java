// SPDX-License-Identifier: Apache-2.0
/**
 * RPKI objects as values: router keys, Validated ROA Payloads and ASPAs.
 *
 * <p>The objects belong to this module because the RTR PDUs contain them. {@code libs/rpki} builds sets of objects, and
 * {@code libs/bgpsec} validates paths with such sets.
 */
@NullMarked
package org.pathproof.wire.rpki;

import org.jspecify.annotations.NullMarked;
