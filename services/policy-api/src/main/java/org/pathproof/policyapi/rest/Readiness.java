// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;

/** Whether there is enough data for a right answer. */
public final class Readiness {
    private final VerdictFollower follower;
    private final RpkiSource rpki;

    public Readiness(VerdictFollower follower, RpkiSource rpki) {
        this.follower = follower;
        this.rpki = rpki;
    }

    public boolean storeReady() {
        return follower.status().ready();
    }

    /** Throws NotReadyException while the store has not read everything. */
    public void requireStore() {
        if (!storeReady()) {
            String problem = follower.status().problem();
            throw new NotReadyException("the verdict store is not complete yet: "
                    + (problem == null ? follower.status().lag() + " records are still to be read" : problem));
        }
    }

    /** The RPKI set in force; throws NotReadyException while there is none. */
    RpkiSet requireRpki() {
        return rpki.current().orElseThrow(() -> {
            String problem = rpki.status().problem();
            return new NotReadyException("there is no complete RPKI set yet" + (problem == null ? "" : ": " + problem));
        });
    }
}
