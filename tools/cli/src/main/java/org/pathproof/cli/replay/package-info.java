// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof replay}: plays a BMP stream, from a file or a capture, to a collector.
 *
 * <p>A {@link org.pathproof.cli.replay.Recording} supplies the bytes in pieces, each with a time. {@link
 * org.pathproof.cli.replay.Pace} computes the due time of a piece. {@link org.pathproof.cli.replay.Connection} sends to
 * the collector and detects that the collector closed the connection.
 */
@NullMarked
package org.pathproof.cli.replay;

import org.jspecify.annotations.NullMarked;
