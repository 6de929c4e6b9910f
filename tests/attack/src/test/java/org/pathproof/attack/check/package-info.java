// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.attack.check;

import org.jspecify.annotations.NullMarked;
