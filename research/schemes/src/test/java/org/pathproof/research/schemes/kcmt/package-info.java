// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.kcmt;

import org.jspecify.annotations.NullMarked;
