// SPDX-License-Identifier: Apache-2.0
/** Path attributes of one route, apart from the UPDATE that announced it, as the collector publishes them for feeds. */
@NullMarked
package org.pathproof.wire.bgp.route;

import org.jspecify.annotations.NullMarked;
