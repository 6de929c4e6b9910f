// SPDX-License-Identifier: Apache-2.0
/** strategy */
@NullMarked
package org.pathproof.network.strategy;

import org.jspecify.annotations.NullMarked;
