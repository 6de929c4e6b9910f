// SPDX-License-Identifier: Apache-2.0
/** Tests of decisions and key files. */
@NullMarked
package org.pathproof.research.hook;

import org.jspecify.annotations.NullMarked;
