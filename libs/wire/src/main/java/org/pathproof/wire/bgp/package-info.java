// SPDX-License-Identifier: Apache-2.0
/**
 * BGP-4 messages (RFC 4271) with the extensions that a BGPsec network uses.
 *
 * <p>{@link BgpCodec} is the entry point: it decodes and encodes one message. {@link BgpSessionOptions} holds the
 * encoding that the capabilities of both OPENs select. {@link BgpFramer} finds message boundaries in a byte stream.
 *
 * <p>Each path attribute and each capability is a record: {@link NextHop}, {@link MpReach}, {@link Capability.AddPath}.
 * The tables {@code PathAttributes} and {@code Capabilities} register their decoders. An attribute without a decoder
 * becomes an {@link UnknownAttribute}. A capability without a decoder becomes a {@link Capability.Unknown}. {@link
 * Update} describes the handling of malformed attributes (RFC 7606).
 *
 * <p>BGPsec_PATH is kept as opaque bytes ({@link BgpsecPath}); {@link BgpsecPathCodec} decodes them into a {@link
 * SecurePath} (RFC 8205 section 3). {@link RibAttributes} are the attributes of table dumps (RFC 6396).
 */
@NullMarked
package org.pathproof.wire.bgp;

import org.jspecify.annotations.NullMarked;
