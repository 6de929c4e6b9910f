// SPDX-License-Identifier: Apache-2.0
/**
 * The files of the history: Parquet files in a folder, and a manifest that lists them.
 *
 * <p>A file exists for readers only if the manifest names it. {@link org.pathproof.history.files.DataFolder} writes a
 * file under a temporary name, forces it to the disk and renames it. Then
 * {@link org.pathproof.history.files.ManifestStore} commits the next
 * {@link org.pathproof.history.files.Manifest}, which has the new files and the offsets of Kafka up to which they are
 * complete. So data and offsets change in one step. A process that is killed leaves files that no manifest names; the
 * next start deletes them, and reads the records from Kafka again.
 *
 * <p>Each file has a check sum. A file with another one is set aside under the name {@code ….damaged}.
 */
@NullMarked
package org.pathproof.history.files;

import org.jspecify.annotations.NullMarked;
