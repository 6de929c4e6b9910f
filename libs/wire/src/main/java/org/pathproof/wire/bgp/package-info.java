// SPDX-License-Identifier: Apache-2.0
/**
 * BGP-4 messages (RFC 4271) with the extensions that a BGPsec network uses.
 *
 * {@link BgpCodec} is the entry: it reads and writes one message, as the capabilities of both OPENs
 * ({@link BgpSessionOptions}) say. A path attribute or a capability is a record in a file of its own, registered in
 * {@code PathAttributes} or {@code Capabilities}; what is not registered is kept as {@link UnknownAttribute} or {@link
 * Capability.Unknown}. Damage inside an UPDATE follows RFC 7606: see {@link Update}. BGPsec_PATH is {@link BgpsecPath}, taken
 * apart by {@link BgpsecPathCodec} (RFC 8205 section 3). {@link BgpFramer} finds messages in a stream, and {@link RibAttributes}
 * reads the attributes of table dumps.
 */
@NullMarked
package org.pathproof.wire.bgp;

import org.jspecify.annotations.NullMarked;
