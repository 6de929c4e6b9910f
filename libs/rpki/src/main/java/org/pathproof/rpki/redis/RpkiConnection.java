// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.RedisException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis that is made at the first call. After an error the connection is opened again, because the
 * server may have stopped or may be a master no longer. Not thread-safe.
 */
final class RpkiConnection implements AutoCloseable {
    private final RpkiConnector connector;
    private @Nullable RpkiStore store;

    RpkiConnection(RedisAddress address, RpkiKeys keys) {
        connector = new RpkiConnector(address, keys);
    }

    /**
     * Calls Redis.
     *
     * @throws RedisException if Redis is unreachable, or if it refuses the call
     */
    <T extends @Nullable Object> T call(Function<RpkiStore, T> action) {
        try {
            return action.apply(open());
        } catch (RedisException e) {
            disconnect();
            throw e;
        }
    }

    private RpkiStore open() {
        RpkiStore known = store;
        if (known != null && known.isOpen()) {
            return known;
        }
        disconnect();
        RpkiStore next = connector.connect();
        store = next;
        return next;
    }

    private void disconnect() {
        if (store != null) {
            store.close();
            store = null;
        }
    }

    @Override
    public void close() {
        disconnect();
        connector.close();
    }
}
