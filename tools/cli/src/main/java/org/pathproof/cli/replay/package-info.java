// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof replay}: plays a BMP stream, from a file or a capture, to a collector.
 *
 * <p>A {@link org.pathproof.cli.replay.Recording} is the octets in the pieces they are sent in, each with the time it was made;
 * {@link org.pathproof.cli.replay.Pace} says when a piece is due; {@link org.pathproof.cli.replay.Connection} is the connection to
 * the collector, watched for being closed by it.
 */
@NullMarked
package org.pathproof.cli.replay;

import org.jspecify.annotations.NullMarked;
