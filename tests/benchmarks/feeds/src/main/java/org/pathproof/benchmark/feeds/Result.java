// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pathproof.benchmark.feeds.table.Times;

/** The result of a run with one border router. */
final class Result {
    /** Name of the scenario in options and results. */
    static final String SCENARIO = "one-border";

    /** From the tampered UPDATE to the valid path. */
    final Times border = new Times();

    final Times borderKernel = new Times();
    final Times bird = new Times();
    final Times birdKernel = new Times();
    final Times frr = new Times();
    /** The later one of BIRD and the inner FRR. */
    final Times inner = new Times();
    /** From the signed UPDATE back to the router's own choice. */
    final Times back = new Times();

    final Times innerBack = new Times();
    /** From the withdrawal of the tampered path to the end of the override. */
    final Times withdrawn = new Times();
    /** From the withdrawal of a router key to the valid path. */
    final Times keyWithdrawn = new Times();
    /** From the return of the router key to the router's own choice. */
    final Times keyReturned = new Times();
    /** From the end of Redis to the router's own choice. */
    final Times redisEnded = new Times();
    /** From the end of the keys' Expire Interval to the router's own choice. */
    final Times expired = new Times();
    /** From the request of the switch to the border router's own choice, with two replicas. */
    final Times switchedOff = new Times();

    /** The same at the later one of BIRD and the inner FRR. */
    final Times switchedOffInner = new Times();
    /** From SIGKILL of one of two replicas to the equal path of the other one. */
    final Times replicaKilled = new Times();
    /** From SIGKILL of Pathproof to the router's own choice. */
    final Times failOpen = new Times();

    private final String daemon;
    private int flaps;
    private int replicaChanges;

    Result(String daemon) {
        this.daemon = daemon;
    }

    String daemon() {
        return daemon;
    }

    /** Adds changes of the next hop that have no cause in the run. */
    void addFlaps(int count) {
        flaps += count;
    }

    int flaps() {
        return flaps;
    }

    /** Adds changes of the next hop after SIGKILL of one of two replicas, at all routers. */
    void addReplicaChanges(int count) {
        replicaChanges += count;
    }

    int replicaChanges() {
        return replicaChanges;
    }

    /** Returns the values of the JSON form. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("daemon", daemon);
        json.put("scenario", SCENARIO);
        json.put("border_p50_ms", Math.round(border.median()));
        json.put("border_worst_ms", Math.round(border.worst()));
        json.put("inner_p50_ms", Math.round(inner.median()));
        json.put("back_p50_ms", Math.round(back.median()));
        json.put("fail_open_ms", Math.round(failOpen.median()));
        json.put("flaps", flaps);
        json.put("switched_off_worst_ms", Math.round(Math.max(switchedOff.worst(), switchedOffInner.worst())));
        return json;
    }
}
