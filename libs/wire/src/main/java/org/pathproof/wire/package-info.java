// SPDX-License-Identifier: Apache-2.0
/**
 * What all wire formats share: byte strings, cursors, prefixes, address families, and errors as values.
 *
 * <p>This module knows bytes and nothing of validity. Each protocol has a package of its own ({@code bgp}, {@code bmp},
 * {@code openbmp}, {@code rtr}, {@code mrt}, {@code pcap}); a message, an attribute or a TLV is a record in a file of
 * its own, its decoder is registered in one table, and what no decoder knows is kept as bytes. Decoders are total: any
 * input gives a value or a {@link org.pathproof.wire.WireError}, never an exception.
 */
@NullMarked
package org.pathproof.wire;

import org.jspecify.annotations.NullMarked;
