// SPDX-License-Identifier: Apache-2.0
/** Tests of the override feeds. */
@NullMarked
package org.pathproof.routerfeeds.bgp;

import org.jspecify.annotations.NullMarked;
