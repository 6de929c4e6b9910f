// SPDX-License-Identifier: Apache-2.0
/** Fuzz tests of RTR over SSH, whose acceptor is not public. */
@NullMarked
package org.pathproof.routerfeeds.rtr;

import org.jspecify.annotations.NullMarked;
