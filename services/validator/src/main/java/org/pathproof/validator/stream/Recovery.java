// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.route.AdoptedRow;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.row.RevalidationMark;
import org.pathproof.validator.row.StoreMark;
import org.pathproof.validator.stream.TaskTopics.PublishedVerdicts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the agreement of a task's store with its topics. A mark in the store names the topics to which the rows
 * belong. Without the mark, or after the changelog lost its first records, all rows are created again from published
 * verdicts. After the topic of verdicts was created again, all verdicts are published again. If route events may be
 * missing, the tables of the routers are requested. The mark is written last, so that a task that stops before that
 * begins again. Only the thread of the task uses this class. See docs/adr/0049.
 */
final class Recovery {
    /** Format of the values in the store. A store with a higher one is refused. */
    static final int FORMAT = 1;

    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private final TaskRoutes routes;
    private final SessionBoard board;
    private final Sweep sweep;
    private final Revalidator revalidator;
    private final StateLosses.Task report;
    private final StoreMark complete;
    private final Set<SessionId> adopted = new HashSet<>();
    private @Nullable PublishedVerdicts published; // open while rows are read back
    private boolean isToClear; // rows that were left must be deleted first
    private boolean isPublishing; // verdicts are published again
    private @Nullable Bytes reached; // last route that was published again
    private boolean isMarked;

    Recovery(
            TaskRoutes routes,
            SessionBoard board,
            Sweep sweep,
            Revalidator revalidator,
            TaskTopics topics,
            int partition,
            RouteMeters meters) {
        this.routes = routes;
        this.board = board;
        this.sweep = sweep;
        this.revalidator = revalidator;
        this.report = meters.losses().open(partition);
        this.complete = StoreMark.newBuilder()
                .setFormat(FORMAT)
                .setRoutesTopic(bytes(topics.ids().id(Topics.ROUTES)))
                .setVerdictsTopic(bytes(topics.ids().id(Topics.VERDICTS)))
                .setChangelogStart(topics.changelogStart(partition))
                .build();
        StoreMark mark = routes.table().marks().ofStore();
        if (mark != null && mark.getFormat() > FORMAT) {
            throw new IllegalStateException(topics.changelog() + " has format " + mark.getFormat()
                    + " of a newer release; this release reads " + FORMAT + ": upgrade the validators");
        }
        if (mark == null || mark.getChangelogStart() < complete.getChangelogStart()) {
            isToClear = true;
            published = topics.published(partition);
            if (topics.committed(partition) > 0) {
                reportLoss(topics.changelog(), partition, meters);
            }
        } else {
            isPublishing = routes.table().size() > 0
                    && (!mark.getVerdictsTopic().equals(complete.getVerdictsTopic())
                            || topics.hasNoVerdicts(partition));
            if (isPublishing) {
                log.warn(
                        getMarker("verdicts-lost"),
                        "Topic was deleted or lost records, publishing all verdicts again: topic={} partition={} routes={}",
                        Topics.VERDICTS,
                        partition,
                        routes.table().size());
            }
            if (!mark.getRoutesTopic().equals(complete.getRoutesTopic())) {
                reportLoss(Topics.ROUTES, partition, meters);
            }
        }
        isMarked = complete.equals(mark);
        report.setWorking(isPending());
    }

    private void reportLoss(String topic, int partition, RouteMeters meters) {
        report.setLost(topic);
        meters.stateLosses.increment();
        log.error(
                getMarker("state-lost"),
                "Topic was deleted or lost records, routers must send their tables again: topic={} partition={}",
                topic,
                partition);
    }

    private static ByteString bytes(Uuid id) {
        return ByteString.copyFrom(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
    }

    /** Does what must precede the next record: deletes rows that were left, and marks a complete store. */
    void takeUp() {
        if (isMarked) {
            return;
        }
        if (isToClear) {
            isToClear = false;
            routes.clear();
            routes.mark(RevalidationMark.newBuilder()
                    .setNumber(board.distrust())
                    .setRequested(true)
                    .build());
        }
        if (published != null) {
            routes.noteChanges();
        } else if (!isPublishing && !report.isWaiting()) {
            routes.mark(complete);
            isMarked = true;
            report.clearLost();
        }
    }

    /** Returns true while rows are read back or published again. Sweeps and validations must wait until then. */
    boolean isPending() {
        return published != null || isPublishing;
    }

    /** Reads rows back, or publishes up to {@code limit} verdicts again; returns true if there are more. */
    boolean slice(int limit) {
        takeUp();
        if (published != null && !published.read(this::adopt)) {
            close(published);
        } else if (isPublishing) {
            reached = routes.table().next(reached, limit, routes::publishAgain);
            isPublishing = reached != null;
        }
        report.setWorking(isPending());
        return isPending();
    }

    private void adopt(byte[] key, byte @Nullable [] value) {
        Bytes route = Bytes.wrap(key);
        if (routes.isNoted(route)) {
            return; // a record of the task is newer
        }
        KeptRow before = routes.get(route);
        try {
            if (value != null) {
                RouteKey name = RouteKey.ofBytes(key);
                routes.adopt(route, before, AdoptedRow.of(name, Verdict.parseFrom(value)));
                adopted.add(name.session());
            } else if (before != null) {
                routes.drop(route, before);
            }
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            log.warn(
                    getMarker("verdict-not-adopted"),
                    "Record skipped, it is no verdict: topic={} error={}",
                    Topics.VERDICTS,
                    e.toString());
        }
    }

    /** Ends the reading: what was held back begins, with all rows. */
    private void close(PublishedVerdicts read) {
        read.close();
        published = null;
        routes.endNotes();
        adopted.stream().filter(session -> board.get(session) == null).forEach(sweep::searchDeleted);
        adopted.clear();
        revalidator.revalidateAll();
        log.info(
                "Rows created from published verdicts: routes={}",
                routes.table().size());
    }

    void close() {
        if (published != null) {
            published.close();
        }
        report.close();
    }
}
