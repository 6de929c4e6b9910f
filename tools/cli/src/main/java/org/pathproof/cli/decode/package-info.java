// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof decode}: what a file of BGP, BMP, OpenBMP, RTR, MRT or captured packets holds.
 *
 * <p>{@link org.pathproof.cli.decode.Input} opens a file, whatever it is packed in; {@link
 * org.pathproof.cli.decode.Framing} knows where messages of each format begin and end, and {@link
 * org.pathproof.cli.decode.Deframer} cuts a stream with it and finds the way back after damage; {@link
 * org.pathproof.cli.decode.BmpSessions} and {@link org.pathproof.cli.decode.BgpConversation} remember the OPENs that
 * decide how updates are read; a {@link org.pathproof.cli.decode.Report} writes what was found: one JSON object a
 * message, or a summary.
 */
@NullMarked
package org.pathproof.cli.decode;

import org.jspecify.annotations.NullMarked;
