// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Entries in pages as before docs/adr/0085, each with its whole key and value. A benchmark compares both. */
public final class PlainRows {
    private final Pages pages = new Pages();

    public byte @Nullable [] get(Bytes key) {
        return pages.get(key.get());
    }

    public void put(Bytes key, byte[] value) {
        pages.put(key.get(), value);
    }

    public void remove(Bytes key) {
        pages.remove(key.get());
    }
}
