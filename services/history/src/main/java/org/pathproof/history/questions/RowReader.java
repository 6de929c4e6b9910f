// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.questions.SessionBook.SessionName;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Prefix;

/** Reads the rows of a query as the values of an answer. */
final class RowReader {
    private static final long MICROS = TimeUnit.SECONDS.toMicros(1);

    private final List<Column> columns;
    private final SessionBook book;

    RowReader(List<Column> columns, SessionBook book) {
        this.columns = columns;
        this.book = book;
    }

    /** Returns the names of the values. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Column column : columns) {
            switch (column.type()) {
                case SESSION ->
                    names.addAll(
                            List.of("session", "router_name", "router_ip", "peer_name", "peer_ip", "peer_asn", "view"));
                case PREFIX -> names.addAll(List.of("prefix", "prefix_len"));
                default -> names.add(column.name());
            }
        }
        return names;
    }

    /** Returns the values of the present row. */
    List<@Nullable Object> read(ResultSet row) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        int at = 1;
        for (Column column : columns) {
            read(column.type(), row, at, values);
            at += column.width();
        }
        return values;
    }

    private void read(Column.Type type, ResultSet row, int at, List<@Nullable Object> values) throws SQLException {
        switch (type) {
            case TEXT -> values.add(row.getString(at));
            case NUMBER -> values.add(number(row, at));
            case SHARE -> {
                double share = row.getDouble(at);
                values.add(row.wasNull() ? null : (Object) share);
            }
            case TIME -> {
                Long us = number(row, at);
                values.add(us == null ? null : time(us));
            }
            case STATE -> values.add(Labels.STATES.name(number(row, at)));
            case ORIGIN -> values.add(Labels.ORIGINS.name(number(row, at)));
            case ASPA -> values.add(Labels.ASPA.name(number(row, at)));
            case KIND -> values.add(Labels.KINDS.name(number(row, at)));
            case CAUSE -> values.add(Labels.CAUSES.name(number(row, at)));
            case AS_PATH -> values.add(path(row.getString(at)));
            case PREFIX -> {
                Prefix prefix = RouteAddress.prefix(
                        row.getInt(at), row.getLong(at + 1), row.getLong(at + 2), row.getInt(at + 3));
                values.add(prefix.address());
                values.add((long) prefix.length());
            }
            case SESSION -> addSession(row.getLong(at), values);
        }
    }

    private static @Nullable Long number(ResultSet row, int at) throws SQLException {
        long number = row.getLong(at);
        return row.wasNull() ? null : number;
    }

    private static @Nullable List<Long> path(@Nullable String text) {
        if (text == null) {
            return null;
        }
        List<Long> path = new ArrayList<>();
        for (String asn : text.split(" ", -1)) {
            if (!asn.isEmpty()) {
                path.add(AsNumbers.parse(asn));
            }
        }
        return path;
    }

    private void addSession(long session, List<@Nullable Object> values) {
        SessionName entry = book.entry(session);
        if (entry == null) {
            values.add(Long.toHexString(session));
            for (int i = 0; i < 6; i++) {
                values.add(null);
            }
        } else {
            values.add(entry.id());
            values.add(entry.router());
            values.add(entry.routerIp());
            values.add(entry.peer());
            values.add(entry.peerIp());
            values.add(entry.peerAs());
            values.add(entry.view());
        }
    }

    /** Returns the text of a time (RFC 3339). */
    static String time(long us) {
        return Instant.ofEpochSecond(Math.floorDiv(us, MICROS), Math.floorMod(us, MICROS) * 1_000)
                .toString();
    }
}
