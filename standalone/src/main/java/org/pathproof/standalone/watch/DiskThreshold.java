// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import java.util.Locale;
import org.springframework.util.unit.DataSize;

/**
 * An amount of free space: a size, or a share of the disk.
 *
 * @param size size in bytes; 0 if the threshold is a share
 * @param percent share of the disk in percent; 0 if the threshold is a size
 */
record DiskThreshold(long size, double percent) {
    /**
     * Parses "1GB", "500MB", "1000" (bytes) or "5%". Spring binds settings through this method.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static DiskThreshold valueOf(String text) {
        String value = text.strip().toUpperCase(Locale.ROOT);
        try {
            if (value.endsWith("%")) {
                double percent = Double.parseDouble(value.substring(0, value.length() - 1));
                if (percent >= 0 && percent < 100) {
                    return new DiskThreshold(0, percent);
                }
            } else {
                long bytes = DataSize.parse(value).toBytes();
                if (bytes >= 0) {
                    return new DiskThreshold(bytes, 0);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(refusal(text), e);
        }
        throw new IllegalArgumentException(refusal(text));
    }

    /** Returns the amount in bytes on a disk of {@code total} bytes. */
    long bytes(long total) {
        return percent > 0 ? (long) (total * percent / 100) : size;
    }

    private static String refusal(String text) {
        return "\"" + text + "\" is neither a size (1GB) nor a share below 100% (5%)";
    }
}
