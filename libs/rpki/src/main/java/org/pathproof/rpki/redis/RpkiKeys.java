// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

/** Names of the Redis keys. All share one hash tag, so that a Redis Cluster stores them in one slot. */
record RpkiKeys(String prefix) {
    static final RpkiKeys DEFAULT = new RpkiKeys("{pathproof:rpki}");

    /** Hash: format, session, serial, snapshot, parts, position, updated, expires, fence. */
    String head() {
        return prefix + ":head";
    }

    /** Stream: one entry for each change. */
    String changes() {
        return prefix + ":changes";
    }

    /** String with a time to live: the holder of the lease. */
    String lease() {
        return prefix + ":lease";
    }

    /** Counter: the last fencing token. */
    String fence() {
        return prefix + ":fence";
    }

    /** String: the report about the sources, as JSON. */
    String sources() {
        return prefix + ":sources";
    }

    /** List: the parts of a snapshot. */
    String snapshot(int session, String serial, long fence) {
        return prefix + ":snapshot:" + session + ":" + serial + ":" + fence;
    }
}
