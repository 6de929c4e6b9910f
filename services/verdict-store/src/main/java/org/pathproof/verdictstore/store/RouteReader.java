// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Deque;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.PrefixRows;
import org.pathproof.verdictstore.paged.Shard;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.RowContents;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Prefix;

/** Makes routes of rows while these can be read. Valid while the rows are. Not thread-safe. */
final class RouteReader {
    /** Selects every route. */
    static final Predicate<SessionView> ALL = _ -> true;

    private final Dictionaries dictionaries;
    private final RowData row = new RowData();

    RouteReader(Dictionaries dictionaries) {
        this.dictionaries = dictionaries;
    }

    /** Makes the route of a row of a prefix. */
    Route read(PrefixRows rows, int i) {
        rows.read(i, row);
        SessionView session = (SessionView) rows.session(i);
        Stamps.Decoder times = rows.stamps().decoder();
        Place place = rows.place();
        RowContents contents = dictionaries.contents();
        return new RowRoute(place.prefix(), place.safi(), session, rows.pathId(i), row, contents, times);
    }

    /**
     * Makes routes of the rows of a prefix.
     *
     * @param after only routes that follow this key; null for all
     * @param wanted only routes of such sessions
     * @param to receives the routes in order
     */
    void read(PrefixRows rows, @Nullable RouteKey after, Predicate<SessionView> wanted, Deque<Route> to) {
        rows.readAhead();
        RowContents contents = dictionaries.contents();
        Stamps.Decoder times = rows.stamps().decoder();
        Place place = rows.place();
        Prefix prefix = place.prefix();
        int safi = place.safi();
        for (int i = 0; i < rows.count(); i++) {
            SessionView session = (SessionView) rows.session(i);
            int pathId = rows.pathId(i);
            if ((after == null || isAfter(place, session, pathId, after)) && wanted.test(session)) {
                rows.read(i, row);
                to.add(new RowRoute(prefix, safi, session, pathId, row, contents, times));
            }
        }
    }

    private static boolean isAfter(Place place, SessionView session, int pathId, RouteKey key) {
        int c = place.compareTo(Place.of(key.prefix(), key.safi()));
        if (c == 0) {
            c = session.id().bytes().compareTo(key.session().bytes());
        }
        return c == 0 ? Integer.toUnsignedLong(pathId) > key.pathId() : c > 0;
    }

    /** Makes the route that the last change of a shard replaced or removed. */
    static Route before(RouteKey key, SessionView session, Shard shard, Dictionaries dictionaries) {
        Stamps.Decoder times = shard.stamps().decoder();
        RowContents contents = dictionaries.contents();
        return new CopiedRoute(
                new RowRoute(key.prefix(), key.safi(), session, (int) key.pathId(), shard.before(), contents, times));
    }

    /**
     * Makes the route of a verdict, with its exact times.
     *
     * @param encoded the key as it was encoded
     */
    static Route read(RouteKey key, SessionView session, byte[] encoded, VerdictParts parts) {
        int flags = parts.flags() | RouteWriter.derived(encoded, session, parts);
        FieldBuffer fields = parts.fields();
        return new CopiedRoute(
                key.prefix(),
                key.safi(),
                session,
                (int) key.pathId(),
                flags,
                parts.epoch(),
                parts.digest(),
                parts.sharedPath(),
                new CopiedRoute.Rest(
                        parts.findings().rules(),
                        parts.receivedUs(),
                        parts.validatedUs(),
                        parts.serial(),
                        fields.length() == 0 ? null : UnsafeByteOperations.unsafeWrap(fields.copy())));
    }
}
