// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the topics of verdicts and sessions, and writes their changes to the archive.
 *
 * <p>{@link org.pathproof.history.input.HistoryWriter} is the one thread that reads and writes. It begins at the
 * offsets of the manifest. {@link org.pathproof.history.input.TopicState} compares the topics with the manifest and
 * finds gaps. {@link org.pathproof.history.input.WriterStatus} is the state of the writer for health and metrics.
 */
@NullMarked
package org.pathproof.history.input;

import org.jspecify.annotations.NullMarked;
