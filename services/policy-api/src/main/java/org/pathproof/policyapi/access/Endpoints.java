// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.pathproof.access.EndpointTable.delete;
import static org.pathproof.access.EndpointTable.get;
import static org.pathproof.access.EndpointTable.post;
import static org.pathproof.access.EndpointTable.put;
import static org.pathproof.access.Requirement.ADMINISTER;
import static org.pathproof.access.Requirement.NONE;
import static org.pathproof.access.Requirement.OPERATE;
import static org.pathproof.access.Requirement.READ;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.access.EndpointTable;
import org.pathproof.access.Role;
import org.pathproof.policyapi.settings.ProcessRole;

/**
 * The table of the endpoints of the policy API. A new endpoint needs an entry here: without an entry, a request for the
 * endpoint gets the status 404 or 405. A test compares this table with the OpenAPI description.
 */
public final class Endpoints {
    /** Endpoints of every role: health, the policy, and the state of the feeds. */
    private static final List<EndpointTable.Endpoint> EVERY_ROLE = List.of(
            get("/api/v1/overrides", READ),
            get("/api/v1/overrides/{router}/{*prefix}", READ),
            get("/api/v1/feeds/check/{router}", READ),
            get("/api/v1/derived-origins", READ),
            get("/api/v1/feeds", READ),
            get("/api/v1/feeds/policy", READ),
            put("/api/v1/feeds/policy", ADMINISTER),
            post("/api/v1/feeds/preview", OPERATE),
            get("/api/v1/feeds/history", READ),
            get("/api/v1/feeds/history/{version}", READ),
            get("/api/v1/feeds/exceptions", READ),
            post("/api/v1/feeds/exceptions", ADMINISTER),
            delete("/api/v1/feeds/exceptions/{id}", ADMINISTER),
            post("/api/v1/feeds/off", ADMINISTER),
            post("/api/v1/feeds/on", ADMINISTER),
            get("/api/v1/health", READ));

    /** Further endpoints of the role {@code api}. */
    private static final List<EndpointTable.Endpoint> API = List.of(
            // The files of the dashboard. The files contain no data of the network.
            get("/", NONE),
            get("/index.html", NONE),
            get("/*.js", NONE),
            get("/*.css", NONE),
            get("/*.svg", NONE),
            get("/validity", READ),
            post("/validity", READ),
            get("/api/v1/validity", READ),
            post("/api/v1/validity", READ),
            get("/api/v1/validity/{asn}/{*prefix}", READ),
            post("/api/v1/verify", OPERATE),
            get("/api/v1/routes", READ),
            get("/api/v1/routes/{id}", READ),
            get("/api/v1/routes/{id}/explain", READ),
            get("/api/v1/prefixes", READ),
            get("/api/v1/sessions", READ),
            get("/api/v1/routers", READ),
            post("/api/v1/certificates", ADMINISTER),
            get("/api/v1/keys", READ),
            get("/api/v1/vrps", READ),
            get("/api/v1/rpki/sources", READ),
            get("/api/v1/summary", READ),
            get("/api/v1/checklist", READ),
            get("/api/v1/events", READ),
            get("/api/v1/export/{format}", READ),
            post("/api/v1/export/{format}", READ),
            get("/api/v1/refusals", READ),
            delete("/api/v1/refusals/{id}", OPERATE),
            get("/api/v1/inventory", READ),
            post("/api/v1/inventory/acknowledge", OPERATE),
            post("/api/v1/inventory/retire", OPERATE),
            post("/api/v1/inventory/expect", OPERATE),
            get("/api/v1/incidents", READ),
            get("/api/v1/incidents/{id}", READ),
            post("/api/v1/incidents/{id}/acknowledge", OPERATE),
            post("/api/v1/incidents/{id}/unacknowledge", OPERATE),
            get("/api/v1/mutes", READ),
            post("/api/v1/mutes", OPERATE),
            delete("/api/v1/mutes/{id}", OPERATE),
            get("/v3/api-docs", READ));

    /** The endpoints of all roles. */
    public static final EndpointTable TABLE = table(Set.of(ProcessRole.values()));

    private Endpoints() {}

    /** Returns the endpoints of a process with some roles. */
    public static EndpointTable table(Set<ProcessRole> roles) {
        return new EndpointTable(
                roles.contains(ProcessRole.API)
                        ? Stream.concat(API.stream(), EVERY_ROLE.stream()).toList()
                        : EVERY_ROLE);
    }

    /** Returns the lowest role for an operation of the OpenAPI description; empty if the table has no such endpoint. */
    public static Optional<Role> role(String method, String path) {
        return TABLE.role(method, path);
    }
}
