// SPDX-License-Identifier: Apache-2.0
/**
 * The tables of the history in DuckDB, in memory and in Parquet files.
 *
 * <p>{@link org.pathproof.history.engine.Engine} opens DuckDB without extensions from the network, and with access
 * to the data folder only. The writer appends rows to {@link org.pathproof.history.engine.RecentRows}, tables in
 * memory. {@link org.pathproof.history.engine.SliceWriter} writes them to files of one slice. {@link
 * org.pathproof.history.engine.Archive} owns the manifest, and gives each reader a {@link
 * org.pathproof.history.engine.View}: the files and the recent rows of one moment, which stay readable until the
 * reader closes it. {@link org.pathproof.history.engine.Upkeep} merges small files, writes snapshots, verifies
 * check sums and deletes old files.
 */
@NullMarked
package org.pathproof.history.engine;

import org.jspecify.annotations.NullMarked;
