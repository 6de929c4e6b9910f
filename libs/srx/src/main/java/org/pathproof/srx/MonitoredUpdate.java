// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxResults;

/** An update, its results, and the proxies that requested it. Used only on the thread of its {@link UpdateMonitor}. */
final class MonitoredUpdate {
    /** AS and SKI of a hop. */
    record HopKey(long asn, Bytes ski) {}

    private final UpdateContent content;
    private final long id;
    private final Map<Subscriber, Integer> subscribers = new HashMap<>(2);
    private List<HopKey> hopKeys = List.of();
    private SrxResults results = SrxResults.NONE;
    private int validated;

    MonitoredUpdate(UpdateContent content, long id) {
        this.content = content;
        this.id = id;
    }

    UpdateContent content() {
        return content;
    }

    long id() {
        return id;
    }

    SrxResults results() {
        return results;
    }

    /** Returns the kinds of validation that have a result, as bits of {@link SrxFlags}. */
    int validated() {
        return validated;
    }

    void setOrigin(int origin) {
        results = new SrxResults(origin, results.path(), results.aspa());
        validated |= SrxFlags.ORIGIN;
    }

    void setPath(int path, List<HopKey> keys) {
        results = new SrxResults(results.origin(), path, results.aspa());
        hopKeys = keys;
        validated |= SrxFlags.PATH;
    }

    /** Removes all results. */
    void clear() {
        results = SrxResults.NONE;
        validated = 0;
    }

    List<HopKey> hopKeys() {
        return hopKeys;
    }

    /** Returns the kinds of validation that each proxy requested, as bits of {@link SrxFlags}. */
    Map<Subscriber, Integer> subscribers() {
        return subscribers;
    }

    void subscribe(Subscriber proxy, int kinds) {
        subscribers.merge(proxy, kinds, (a, b) -> a | b);
    }

    /** Returns the kinds of validation that at least one proxy requested, as bits of {@link SrxFlags}. */
    int wanted() {
        int kinds = 0;
        for (int each : subscribers.values()) {
            kinds |= each;
        }
        return kinds;
    }
}
