// SPDX-License-Identifier: Apache-2.0
/**
 * BGP-4 messages (RFC 4271) with the extensions that a BGPsec network uses.
 *
 * {@link BgpCodec} is the entry: it reads and writes one message, as the capabilities of both OPENs
 * ({@link BgpSessionOptions}) say. A path attribute or a capability is a record in a file of its own, registered in
 * {@code PathAttributes} or {@code Capabilities}; what is not registered is kept as {@link UnknownAttribute} or
 * {@link UnknownCapability}. BGPsec_PATH is {@link BgpsecPath} (RFC 8205 section 3).
 */
@NullMarked
package org.pathproof.wire.bgp;

import org.jspecify.annotations.NullMarked;
