// SPDX-License-Identifier: Apache-2.0
/** Tests of the access to the program under attack. */
@NullMarked
package org.pathproof.attack.site;

import org.jspecify.annotations.NullMarked;
