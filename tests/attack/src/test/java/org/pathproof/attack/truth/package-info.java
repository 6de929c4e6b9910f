// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.attack.truth;

import org.jspecify.annotations.NullMarked;
