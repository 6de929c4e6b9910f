// SPDX-License-Identifier: Apache-2.0
/** The program under attack: {@link org.pathproof.attack.site.StandaloneSite} is its process and its REST interface. */
@NullMarked
package org.pathproof.attack.site;

import org.jspecify.annotations.NullMarked;
