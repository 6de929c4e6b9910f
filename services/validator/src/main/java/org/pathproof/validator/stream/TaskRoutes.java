// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.route.RouteIndex;
import org.pathproof.validator.route.RouteJudge;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.validator.row.SessionFloor;
import org.pathproof.wire.AfiSafi;

/**
 * The routes of one task: table, index and what is published of them are changed together, here only. A verdict is published when it
 * says something else than the one before.
 */
final class TaskRoutes {
    private final RouteTable table;
    private final RouteIndex index = new RouteIndex();
    private final Map<SessionId, SessionFloor> floors = new HashMap<>();
    private final SessionBoard board;
    private final ProcessorContext<byte[], byte[]> context;
    private final RouteMeters meters;

    TaskRoutes(RouteTable table, SessionBoard board, ProcessorContext<byte[], byte[]> context, RouteMeters meters) {
        this.table = table;
        this.board = board;
        this.context = context;
        this.meters = meters;
        table.forEach(index::add, floors::put);
    }

    RouteTable table() {
        return table;
    }

    RouteIndex index() {
        return index;
    }

    @Nullable
    RouteRow get(Bytes key) {
        return table.get(key);
    }

    /** Whether a route of this epoch is alive as far as its session is concerned. */
    boolean isAlive(SessionId session, AfiSafi family, long epoch) {
        return epoch >= board.deadBefore(session) && epoch >= floor(session, family);
    }

    /** The epoch below which routes of a family were not announced again. */
    private long floor(SessionId session, AfiSafi family) {
        SessionFloor floor = floors.get(session);
        return floor == null
                ? 0
                : Math.max(floor.getEpoch(), floor.getFamilyEpochOrDefault(family.afi() << 8 | family.safi(), 0));
    }

    /** The session has sent its whole table of a family (0: of all) in this epoch. */
    void mark(SessionId session, int family, long epoch) {
        SessionFloor.Builder floor = floors.getOrDefault(session, SessionFloor.getDefaultInstance()).toBuilder();
        if (family == 0) {
            floor.setEpoch(Math.max(floor.getEpoch(), epoch));
        } else {
            floor.putFamilyEpoch(family, Math.max(floor.getFamilyEpochOrDefault(family, 0), epoch));
        }
        floors.put(session, floor.build());
        table.putFloor(session, floor.build());
    }

    /** The epochs of a session begin anew. */
    void forget(SessionId session) {
        if (floors.remove(session) != null) {
            table.deleteFloor(session);
        }
    }

    /** Takes {@code after} for {@code before}, and publishes its verdict if that is news. */
    void put(Bytes key, @Nullable RouteRow before, RouteRow after) {
        if (before == null) {
            table.put(key, after);
            index.add(key, after);
            publish(key, after);
            return;
        }
        boolean news = !RouteJudge.isSame(before.getVerdict(), after.getVerdict()) || isPublishedDead(key, before);
        RouteRow row =
                news ? after : after.toBuilder().setVerdict(before.getVerdict()).build();
        table.put(key, row);
        index.replace(key, before, row);
        if (news) {
            publish(key, row);
        }
    }

    /** The route is no more. */
    void withdraw(Bytes key, RouteRow before) {
        table.delete(key);
        index.remove(key, before);
        context.forward(new Record<>(key.get(), null, context.currentSystemTimeMs()), ValidatorTopology.VERDICTS);
    }

    /**
     * Whether the verdict was published in an epoch that is dead by now, so that readers do not show it. A route that is announced
     * again in a new epoch without any other news is then published again.
     */
    boolean isPublishedDead(Bytes key, RouteRow row) {
        return row.getVerdict().getEpoch()
                < board.deadBefore(RouteKey.ofOctets(key.get()).session());
    }

    private void publish(Bytes key, RouteRow row) {
        meters.published(row.getVerdict());
        context.forward(
                new Record<>(key.get(), row.getVerdict().toByteArray(), context.currentSystemTimeMs()),
                ValidatorTopology.VERDICTS);
    }
}
