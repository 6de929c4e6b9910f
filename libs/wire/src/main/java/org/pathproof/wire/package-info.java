// SPDX-License-Identifier: Apache-2.0
/**
 * Types that all wire formats share: immutable {@link org.pathproof.wire.Bytes}, the cursors {@link
 * org.pathproof.wire.ByteReader} and {@link org.pathproof.wire.ByteWriter}, {@link org.pathproof.wire.Prefix}, {@link
 * org.pathproof.wire.AfiSafi}, and errors as values. {@link org.pathproof.wire.NetworkText} protects
 * the logs of programs that read from the network.
 *
 * <p>Each protocol has a package: {@code bgp}, {@code bmp}, {@code openbmp}, {@code rtr} and {@code srx}. The package
 * {@code rpki} has the RPKI objects that RTR carries. Each message, attribute or TLV is a record. For example, the next
 * hop of MP_REACH_NLRI is {@code MpReach.nextHop} in the package {@code bgp}. One table or {@code switch} per protocol
 * selects the decoder. Elements without a decoder are kept as bytes.
 *
 * <p>Decoders are total: every input gives a {@link org.pathproof.wire.Decoded} value or a {@link
 * org.pathproof.wire.WireError}, never an exception. {@code libs/bgpsec} and {@code libs/rpki} validate the content.
 */
@NullMarked
package org.pathproof.wire;

import org.jspecify.annotations.NullMarked;
