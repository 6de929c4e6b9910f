// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.log;

/**
 * A version of an entry of a log. Immutable, with equality by value.
 *
 * @param <K> type of the keys
 */
public interface LogEntry<K> {
    K key();

    /** Returns the number of the change of this key, from 1. */
    long version();

    /** Returns the value of the record. */
    byte[] toBytes();
}
