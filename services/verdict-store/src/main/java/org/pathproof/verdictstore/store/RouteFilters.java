// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.verdictstore.paged.RowFilter;

/** The filter of a query, which follows the records of sessions during a walk. Not thread-safe. */
final class RouteFilters implements RouteSearch.Filters {
    private final RouteQuery query;
    private final Sessions sessions;
    private long changes;
    private RowFilter filter;

    RouteFilters(RouteQuery query, Sessions sessions) {
        this.query = query;
        this.sessions = sessions;
        this.changes = sessions.changes();
        this.filter = filter();
    }

    private RowFilter filter() {
        return query.filter(query.selectsSessions() ? sessions.matching(query) : null);
    }

    @Override
    public RowFilter now() {
        long present = sessions.changes();
        if (present != changes && query.selectsSessions()) {
            changes = present;
            filter = filter();
        }
        return filter;
    }
}
