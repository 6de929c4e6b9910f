// SPDX-License-Identifier: Apache-2.0
/**
 * Reads MRT files: routing tables and BGP messages that route collectors publish (RFC 6396, RFC 8050).
 *
 * <p>{@link MrtReader} iterates over the records of a file, and {@link MrtCodec} decodes one record. TABLE_DUMP_V2
 * gives {@link PeerIndexTable} and {@link Rib}, the older TABLE_DUMP gives {@link TableDump}, BGP4MP and BGP4MP_ET give
 * {@link Bgp4mpMessage} and {@link Bgp4mpStateChange}. Other records become {@link UnknownMrtRecord}. The package
 * {@code org.pathproof.wire.bgp} decodes the BGP messages and attributes in the records.
 */
@NullMarked
package org.pathproof.captures.mrt;

import org.jspecify.annotations.NullMarked;
