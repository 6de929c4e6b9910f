// SPDX-License-Identifier: Apache-2.0
/** Holds what the design says of the code as a whole: which module may know which, and habits that a compiler does not check. */
@NullMarked
package org.pathproof.architecture;

import org.jspecify.annotations.NullMarked;
