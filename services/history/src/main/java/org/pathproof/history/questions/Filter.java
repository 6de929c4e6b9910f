// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conditions for changes and routes. Null selects all.
 *
 * @param router name or address of a router
 * @param peer name, address or AS of a peer, or the id of a session
 * @param asn an AS that a finding names, or that is in the path
 * @param origin number of the origin state
 * @param originAs origin AS of the path
 * @param path consecutive ASes of the path, nearest first
 */
public record Filter(
        @Nullable String router,
        @Nullable String peer,
        @Nullable Long asn,
        @Nullable Long originAs,
        @Nullable String rule,
        @Nullable Integer state,
        @Nullable Integer wasState,
        @Nullable Integer origin,
        @Nullable Integer aspa,
        @Nullable Integer kind,
        @Nullable Integer cause,
        @Nullable List<Long> path) {
    /** Selects all. */
    public static final Filter NONE =
            new Filter(null, null, null, null, null, null, null, null, null, null, null, null);

    /** Returns a filter of the router and the peer alone. */
    public static Filter ofSessions(@Nullable String router, @Nullable String peer) {
        return new Filter(router, peer, null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * Returns the condition in SQL for the sessions; {@code true} if all are selected.
     *
     * @throws UnknownNameException if the history knows no such router or peer
     */
    String sessions(SessionBook book) {
        if (router == null && peer == null) {
            return "true";
        }
        String ofRouter = router;
        String ofPeer = peer;
        if (ofRouter != null
                && book.numbers(entry -> entry.isOfRouter(ofRouter)).isEmpty()) {
            throw new UnknownNameException("router", ofRouter, "is no router of the history");
        }
        if (ofPeer != null && book.numbers(entry -> entry.isOfPeer(ofPeer)).isEmpty()) {
            throw new UnknownNameException("peer", ofPeer, "is no peer of the history");
        }
        Set<Long> numbers = book.numbers(entry ->
                (ofRouter == null || entry.isOfRouter(ofRouter)) && (ofPeer == null || entry.isOfPeer(ofPeer)));
        return numbers.isEmpty()
                ? "false"
                : "session IN (" + numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /** Returns the condition in SQL for changes. */
    String changes(SessionBook book) {
        List<String> conditions = new ArrayList<>();
        conditions.add(routes(book));
        addNumber(conditions, "was_state", wasState);
        addNumber(conditions, "kind", kind);
        addNumber(conditions, "cause", cause);
        return String.join(" AND ", conditions);
    }

    /** Returns the condition in SQL for the columns that live routes have, too. */
    String routes(SessionBook book) {
        List<String> conditions = new ArrayList<>();
        conditions.add(sessions(book));
        addNumber(conditions, "state", state);
        addNumber(conditions, "origin", origin);
        addNumber(conditions, "aspa", aspa);
        addNumber(conditions, "origin_as", originAs);
        if (asn != null) {
            conditions.add("(fail_as = " + asn + " OR ' ' || as_path || ' ' LIKE '% " + asn + " %')");
        }
        if (rule != null) {
            conditions.add("',' || rules || ',' LIKE '%," + rule + ",%'");
        }
        if (path != null) {
            conditions.add("' ' || as_path || ' ' LIKE '% "
                    + path.stream().map(String::valueOf).collect(Collectors.joining(" ")) + " %'");
        }
        return String.join(" AND ", conditions);
    }

    private static void addNumber(List<String> conditions, String column, @Nullable Number number) {
        if (number != null) {
            conditions.add(column + " = " + number);
        }
    }
}
