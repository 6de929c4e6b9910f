// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import static org.pathproof.access.EndpointTable.get;
import static org.pathproof.access.Requirement.READ;

import java.util.List;
import org.pathproof.access.EndpointTable;

/** The table of the endpoints of the history. A request for any other path gets the status 404. */
public final class HistoryEndpoints {
    /** Paths of all operations. */
    public static final List<String> PATHS = List.of(
            "/api/v1/history/prefix",
            "/api/v1/history/changes",
            "/api/v1/history/top",
            "/api/v1/history/coverage",
            "/api/v1/history/flaps",
            "/api/v1/history/table",
            "/api/v1/history/sessions",
            "/api/v1/history/status");

    /** The endpoints. */
    public static final EndpointTable TABLE =
            new EndpointTable(PATHS.stream().map(path -> get(path, READ)).toList());

    private HistoryEndpoints() {}
}
