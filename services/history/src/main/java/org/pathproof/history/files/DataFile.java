// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

/**
 * A Parquet file.
 *
 * @param name path below the data folder, with slashes
 * @param first sequence number of the first slice in the file
 * @param last sequence number of the last slice in the file; for a snapshot, that of the last slice it includes
 * @param minUs time of the first row, microseconds since 1970; for a snapshot, its time
 * @param maxUs time of the last row
 * @param crc32c CRC-32C of the bytes, as an unsigned number
 */
public record DataFile(
        String name,
        Dataset dataset,
        long first,
        long last,
        long minUs,
        long maxUs,
        long rows,
        long bytes,
        long crc32c) {
    /** Returns true if the file can have rows in a period; both ends are included. */
    public boolean overlaps(long fromUs, long toUs) {
        return minUs <= toUs && maxUs >= fromUs;
    }
}
