// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

/**
 * A period of which changes may be missing.
 *
 * @param fromUs start, microseconds since 1970
 * @param toUs end, microseconds since 1970
 * @param noticedUs time at which the gap was noticed
 * @param detail a sentence for operators
 */
public record Gap(long fromUs, long toUs, long noticedUs, Reason reason, String detail) {
    /** The reasons of gaps. */
    public enum Reason {
        /** The history was away for longer than Kafka surely keeps replaced records. */
        COMPACTED,
        /** Kafka had deleted records before they were read. */
        DELETED,
        /** A topic was deleted and created again, or its number of partitions changed. */
        TOPIC_REPLACED,
        /** A file of the history was damaged. */
        DAMAGED_FILE
    }

    /** Returns true if the gap and a period overlap; both ends are included. */
    public boolean overlaps(long from, long to) {
        return fromUs <= to && toUs >= from;
    }
}
