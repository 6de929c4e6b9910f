// SPDX-License-Identifier: Apache-2.0
/** Pathproof as named processes that can be killed, stopped, cut off from the network and restarted. */
@NullMarked
package org.pathproof.chaos.site;

import org.jspecify.annotations.NullMarked;
