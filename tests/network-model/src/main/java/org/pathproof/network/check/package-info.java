// SPDX-License-Identifier: Apache-2.0
/** check */
@NullMarked
package org.pathproof.network.check;

import org.jspecify.annotations.NullMarked;
