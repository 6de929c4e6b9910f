// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.pathproof.policyapi.feed.PipelineMonitor;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;

/** Tells whether there is enough data for an answer. */
public final class Readiness {
    private final VerdictFollower follower;
    private final PipelineMonitor pipeline;
    private final RpkiSource rpki;

    public Readiness(VerdictFollower follower, PipelineMonitor pipeline, RpkiSource rpki) {
        this.follower = follower;
        this.pipeline = pipeline;
        this.rpki = rpki;
    }

    /** Returns true when everything that Kafka held at the start has been judged, and all verdicts were read. */
    public boolean isComplete() {
        return storeReady() && pipeline.status().caughtUp();
    }

    /** Returns true when the store has read all that Kafka held at the start. Validators may still have to judge some of its input. */
    public boolean storeReady() {
        return follower.status().ready();
    }

    /** Throws NotReadyException while the store has not read everything. */
    public void requireStore() {
        if (!storeReady()) {
            String problem = follower.status().problem();
            throw new NotReadyException("the verdict store is not complete yet: "
                    + (problem == null ? follower.status().remaining() + " records are still to be read" : problem));
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
