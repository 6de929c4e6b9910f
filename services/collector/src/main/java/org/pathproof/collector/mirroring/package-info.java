// SPDX-License-Identifier: Apache-2.0
/**
 * Which copy of a route is used when a router sends both Route Monitoring and Route Mirroring (RFC 7854 sections 4.6
 * and 4.7). {@link org.pathproof.collector.mirroring.MirroredRoutes} decides for one peer. The state of a peer is
 * confined to the thread that handles the messages of its router.
 */
@NullMarked
package org.pathproof.collector.mirroring;

import org.jspecify.annotations.NullMarked;
