// SPDX-License-Identifier: Apache-2.0
/**
 * ECDSA P-256 verification in batches.
 *
 * The first engine is Bouncy Castle. Faster ones come beside it behind the same interface, with Bouncy Castle as their oracle.
 */
@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;
