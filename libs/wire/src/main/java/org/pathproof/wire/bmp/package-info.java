// SPDX-License-Identifier: Apache-2.0
/**
 * The BGP Monitoring Protocol, version 3 (RFC 7854, with RFC 8671, RFC 9069 and RFC 9736) and version 4 (draft-ietf-grow-bmp-tlv).
 *
 * {@link BmpCodec} reads and writes one message; {@link BmpFramer} cuts a byte stream into messages. The BGP messages inside
 * stay bytes ({@code bgpMessage}), to be read with the options that the Peer Up of their peer decided.
 */
@NullMarked
package org.pathproof.wire.bmp;

import org.jspecify.annotations.NullMarked;
