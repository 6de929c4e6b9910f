// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes;

import org.jspecify.annotations.NullMarked;
