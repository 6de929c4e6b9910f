// SPDX-License-Identifier: Apache-2.0
/**
 * The BGP Monitoring Protocol: version 3 (RFC 7854, RFC 8671, RFC 9069, RFC 9736) and version 4
 * (draft-ietf-grow-bmp-tlv).
 *
 * <p>{@link BmpCodec} decodes and encodes one message. {@link BmpFramer} finds message boundaries in a byte stream.
 * Each message type is a record, for example {@link PeerUp}; {@link PerPeerHeader} is the header that most of them
 * share.
 *
 * <p>The BGP messages in BMP messages are kept as bytes ({@code bgpMessage}). Decoding them requires the encoding of
 * their session, which {@link PeerOpens} derives from the OPENs of the Peer Up.
 */
@NullMarked
package org.pathproof.wire.bmp;

import org.jspecify.annotations.NullMarked;
