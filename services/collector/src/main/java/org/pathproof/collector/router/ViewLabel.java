// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.wire.bmp.RibView;

/**
 * Names of a RIB view of a peer, for people.
 *
 * @param router name or address of the router
 * @param peer address of the peer
 */
public record ViewLabel(String router, String peer, RibView view) {}
