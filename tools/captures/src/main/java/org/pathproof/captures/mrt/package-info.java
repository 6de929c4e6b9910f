// SPDX-License-Identifier: Apache-2.0
/**
 * MRT files: routing tables and BGP messages as route collectors publish them (RFC 6396, RFC 8050).
 *
 * <p>{@link MrtReader} goes through a file record by record; {@link MrtCodec} knows the types of records, each of which is a
 * file of its own: {@link PeerIndexTable} and {@link Rib} (TABLE_DUMP_V2), {@link TableDump}, {@link Bgp4mpMessage} and
 * {@link Bgp4mpStateChange} (BGP4MP and BGP4MP_ET). Other records are kept as {@link UnknownMrtRecord}. The BGP inside
 * belongs to {@code org.pathproof.wire.bgp}. Plain files and gzip are read with the JDK; bzip2 is opened by the caller.
 */
@NullMarked
package org.pathproof.captures.mrt;

import org.jspecify.annotations.NullMarked;
