// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pathproof query routes}: prints all matching routes while they arrive. */
@Command(
        name = "routes",
        description = "Routes that match all filters, with their verdicts; JSON output has one object per line.")
final class RoutesQuery extends QuerySubcommands.OneRequest {
    @Option(names = "--prefix", paramLabel = "PREFIX", description = "Routes of this prefix.")
    private @Nullable String prefix;

    @Option(
            names = "--match",
            paramLabel = "HOW",
            description = "Kind of match for --prefix: exact, longest, covering, covered.")
    private @Nullable String match;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "State of the path: VALID, NOT_VALID, UNSIGNED, MALFORMED, UNVERIFIED; several with commas.")
    private String @Nullable [] state;

    @Option(
            names = "--origin-state",
            paramLabel = "STATE",
            description = "State of the origin: valid, invalid, not-found, unverified.")
    private @Nullable String originState;

    @Option(
            names = "--aspa-state",
            paramLabel = "STATE",
            description = "State of the AS path by ASPA: valid, invalid, unknown, not-verified.")
    private @Nullable String aspaState;

    @Option(
            names = "--finding",
            paramLabel = "RULE",
            description = "Routes with this finding, for example signature-mismatch.")
    private @Nullable String finding;

    @Option(names = "--router", paramLabel = "ROUTER", description = "Routes of this router: hash, address or name.")
    private @Nullable String router;

    @Option(names = "--peer", paramLabel = "PEER", description = "Routes of this peer: hash, address or AS.")
    private @Nullable String peer;

    @Option(names = "--asn", paramLabel = "ASN", description = "Routes with this AS anywhere in the path.")
    private @Nullable String asn;

    @Option(names = "--origin-as", paramLabel = "ASN", description = "Routes originated by this AS.")
    private @Nullable String originAs;

    @Option(
            names = "--view",
            paramLabel = "VIEW",
            description =
                    "View of the routes: adj-rib-in-pre, adj-rib-in-post, adj-rib-out-pre, adj-rib-out-post, loc-rib.")
    private @Nullable String view;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of routes.")
    private @Nullable Integer limit;

    @Override
    public Integer call() throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("prefix", prefix);
        parameters.put("match", match);
        parameters.put("state", state == null ? null : String.join(",", state));
        parameters.put("origin_state", originState);
        parameters.put("aspa_state", aspaState);
        parameters.put("finding", finding);
        parameters.put("router", router);
        parameters.put("peer", peer);
        parameters.put("asn", asn);
        parameters.put("origin_as", originAs);
        parameters.put("view", view);
        parameters.put("limit", limit == null ? null : limit.toString());
        try (Api api = api()) {
            return isTable()
                    ? api.print("/api/v1/routes", parameters, Tables.ROUTES, out(), err())
                    : api.print("/api/v1/routes", parameters, Api.NDJSON, out(), err());
        }
    }
}
