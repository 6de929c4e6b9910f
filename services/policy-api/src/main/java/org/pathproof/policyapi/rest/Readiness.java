// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.wire.Plural;

/** Decides if there is enough data for a response. */
public final class Readiness {
    private final StoreStatus store;
    private final RpkiSource rpki;

    public Readiness(StoreStatus store, RpkiSource rpki) {
        this.store = store;
        this.rpki = rpki;
    }

    /** Returns true if all route events from before the start are validated and their verdicts are read. */
    public boolean isComplete() {
        return storeReady() && store.pipeline().caughtUp();
    }

    /**
     * Returns true if the store has read all records from before the start. Validators may still have unread input from
     * before the start.
     */
    public boolean storeReady() {
        return store.input().ready();
    }

    /** Throws NotReadyException until the store has read all records from before the start. */
    public void requireStore() {
        if (!storeReady()) {
            String problem = store.input().problem();
            throw new NotReadyException("the verdict store is not complete yet: "
                    + (problem == null
                            ? Plural.of(store.input().remaining(), "record is", "records are") + " not read yet"
                            : problem));
        }
    }

    /** Returns the current RPKI set; throws NotReadyException if there is none. */
    public RpkiSet requireRpki() {
        return rpki.current().orElseThrow(() -> {
            String problem = rpki.status().problem();
            return new NotReadyException("there is no complete RPKI set yet" + (problem == null ? "" : ": " + problem));
        });
    }
}
