// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.route.KeptRow;

/**
 * Withdraws the routes of sessions that went down or did not announce them again. Readers treat them as dead already, by the session;
 * the sweep makes it so for good, a slice at a time.
 *
 * <p>Nothing about it needs to be stored: which routes are dead follows from their epochs, the sessions and the marks, so that a task
 * that starts goes through all of them once.
 */
final class Sweep {
    private final TaskRoutes routes;
    private final RouteMeters meters;
    private final Inbox<SessionBoard.Death> deaths;
    private final Map<SessionId, Job> jobs = new LinkedHashMap<>();
    private boolean walking = true; // through all routes, once
    private @Nullable Bytes reached; // by the walk; null before the first

    /** What is left to look at of a session, whose routes below an epoch are dead whatever else holds. */
    private record Job(long before, Queue<Bytes> keys) {}

    Sweep(TaskRoutes routes, SessionBoard board, RouteMeters meters) {
        this.routes = routes;
        this.meters = meters;
        this.deaths = board.follow();
    }

    /** Looks through the routes of a session, those of an epoch below {@code before} being dead. */
    void begin(SessionId session, long before) {
        Queue<Bytes> keys = new ArrayDeque<>();
        routes.table().ofSession(session, keys::add);
        if (!keys.isEmpty()) {
            jobs.merge(
                    session, new Job(before, keys), (old, now) -> new Job(Math.max(old.before, now.before), now.keys));
        }
    }

    /** Takes up what other threads have told. */
    void takeUp() {
        for (SessionBoard.Death death = deaths.poll(); death != null; death = deaths.poll()) {
            if (death.forgotten()) {
                routes.forget(death.session());
            }
            begin(death.session(), death.before());
        }
    }

    /** Looks at up to {@code limit} routes; whether there are more. */
    boolean slice(int limit) {
        int left = limit;
        if (walking) {
            List<Bytes> keys = new ArrayList<>();
            reached = routes.table().next(reached, left, keys::add);
            walking = reached != null;
            keys.forEach(key -> look(key, 0));
            left -= keys.size();
        }
        while (left > 0 && !jobs.isEmpty()) {
            Map.Entry<SessionId, Job> job = jobs.entrySet().iterator().next();
            Bytes key = job.getValue().keys.poll();
            if (key == null) {
                jobs.remove(job.getKey());
                continue;
            }
            left--;
            look(key, job.getValue().before);
        }
        return walking || !jobs.isEmpty();
    }

    /** Returns true when there is something to look at. */
    boolean isPending() {
        return walking || !jobs.isEmpty() || !deaths.isEmpty();
    }

    private void look(Bytes key, long before) {
        KeptRow row = routes.get(key);
        if (row == null) {
            return;
        }
        RouteKey route = RouteKey.ofOctets(key.get());
        long epoch = row.epoch();
        if (epoch < before || !routes.isAlive(route.session(), route.family(), epoch)) {
            routes.withdraw(key, row);
            meters.swept.increment();
        } else if (routes.isPublishedDead(key, row)) {
            routes.renew(key, row, epoch, row.row().verdict().getReceivedUs());
        }
    }

    void close() {
        deaths.close();
    }
}
