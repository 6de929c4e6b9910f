// SPDX-License-Identifier: Apache-2.0
/**
 * The file format of snapshots: named sections with check sums, in one file. What the sections contain is the matter of
 * those who write them.
 *
 * <pre>
 *  8     magic number
 *        frames of the sections, each: 4 length, 4 CRC-32C, content
 *        a frame with the directory: for each section its name, its first byte and its end
 *  8     first byte of the directory
 *  8     magic number
 * </pre>
 *
 * <p>Numbers have their lowest byte first. A number is never divided between two frames; a sequence of bytes may be.
 */
@NullMarked
package org.pathproof.verdictstore.snapshot;

import org.jspecify.annotations.NullMarked;
