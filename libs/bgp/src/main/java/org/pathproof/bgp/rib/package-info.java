// SPDX-License-Identifier: Apache-2.0
/**
 * The routes for one neighbor, and the UPDATEs that announce them.
 *
 * <p>Any thread sets routes in an {@link AdjRibOut}. The speaker polls messages from it, as from every {@link
 * org.pathproof.bgp.UpdateSource}. A route that changes several times between two polls is sent once. Equal attributes
 * exist once in memory, and routes with equal attributes share UPDATEs. A new session gets the same bytes for the same
 * routes, if its encoding is the same.
 */
@NullMarked
package org.pathproof.bgp.rib;

import org.jspecify.annotations.NullMarked;
