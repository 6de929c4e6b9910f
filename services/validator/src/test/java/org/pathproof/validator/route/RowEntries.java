// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.store.PlainRows;

/** The entries of a store that {@link RowBench} measures. */
interface RowEntries {
    byte @Nullable [] get(Bytes key);

    void put(Bytes key, byte[] value);

    void remove(Bytes key);

    /** Returns the entries of a state store. */
    static RowEntries of(KeyValueStore<Bytes, byte[]> store) {
        return new RowEntries() {
            @Override
            public byte @Nullable [] get(Bytes key) {
                return store.get(key);
            }

            @Override
            public void put(Bytes key, byte[] value) {
                store.put(key, value);
            }

            @Override
            public void remove(Bytes key) {
                store.delete(key);
            }
        };
    }

    /** Returns new entries, each of which has its whole key and value. */
    static RowEntries plain() {
        PlainRows rows = new PlainRows();
        return new RowEntries() {
            @Override
            public byte @Nullable [] get(Bytes key) {
                return rows.get(key);
            }

            @Override
            public void put(Bytes key, byte[] value) {
                rows.put(key, value);
            }

            @Override
            public void remove(Bytes key) {
                rows.remove(key);
            }
        };
    }
}
