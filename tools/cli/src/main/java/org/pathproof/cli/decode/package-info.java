// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof decode}: prints the contents of a file of BGP, BMP, OpenBMP, RTR, MRT or captured packets.
 *
 * <p>{@link org.pathproof.cli.decode.Input} opens and decompresses a file. {@link org.pathproof.cli.decode.Deframer}
 * splits a stream into messages, with the header of each format in {@link org.pathproof.cli.decode.Framing}, and
 * continues after damage. {@link org.pathproof.cli.decode.BmpSessions} and {@link
 * org.pathproof.cli.decode.BgpConversation} keep the OPENs, whose capabilities determine the encoding of updates. A
 * {@link org.pathproof.cli.decode.Report} writes the results: one JSON object per message, or a summary.
 */
@NullMarked
package org.pathproof.cli.decode;

import org.jspecify.annotations.NullMarked;
