// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.schemes;

import org.jspecify.annotations.NullMarked;
