// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.time.Instant;
import org.pathproof.rpki.rtr.RtrCacheStatus;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrState;

/**
 * An RTR cache. The data is current while the session is up, because the cache announces changes by a Serial Notify.
 */
public final class CacheSource implements Source {
    private final RtrClient client;

    CacheSource(RtrClientSettings settings, Runnable onChange) {
        client = new RtrClient(settings, c -> onChange.run()).start();
    }

    @Override
    public String name() {
        return client.name();
    }

    @Override
    public String kind() {
        return "rtr";
    }

    /** Returns the state of the RTR session. */
    public RtrCacheStatus status() {
        return client.status();
    }

    @Override
    public Reading read() {
        RtrCacheStatus status = client.status();
        boolean up = status.state() == RtrState.SYNCHRONISED && status.problem() == null;
        return new Reading(
                client.data().orElse(null),
                up ? Instant.now() : status.lastUpdate(),
                status.expires(),
                status.problem());
    }

    @Override
    public void close() {
        client.close();
    }
}
