// SPDX-License-Identifier: Apache-2.0
/** One class an attack; {@link org.pathproof.attack.attacks.Attacks} lists them. */
@NullMarked
package org.pathproof.attack.attacks;

import org.jspecify.annotations.NullMarked;
