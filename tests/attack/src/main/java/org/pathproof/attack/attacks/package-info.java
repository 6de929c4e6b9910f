// SPDX-License-Identifier: Apache-2.0
/** The attacks, one class each; {@link org.pathproof.attack.attacks.Attacks} lists them. */
@NullMarked
package org.pathproof.attack.attacks;

import org.jspecify.annotations.NullMarked;
