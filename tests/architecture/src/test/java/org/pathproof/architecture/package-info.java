// SPDX-License-Identifier: Apache-2.0
/** Tests rules of the whole code base that a compiler does not check, such as dependencies and generated pages. */
@NullMarked
package org.pathproof.architecture;

import org.jspecify.annotations.NullMarked;
