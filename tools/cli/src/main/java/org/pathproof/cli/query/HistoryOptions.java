// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that the subcommands of {@code query history} share. The service checks their values. */
final class HistoryOptions {
    private HistoryOptions() {}

    /** Options of a period. */
    static final class Period {
        @Option(
                names = "--from",
                paramLabel = "TIME",
                description = "Start of the period (RFC 3339), such as 2026-11-29T14:00:00Z.")
        private @Nullable String from;

        @Option(names = "--to", paramLabel = "TIME", description = "End of the period (RFC 3339); by default now.")
        private @Nullable String to;

        @Option(
                names = "--window",
                paramLabel = "DURATION",
                description = "Length of the period before --to, instead of --from: 30s, 10m, 24h, 7d (default 1d).")
        private @Nullable String window;

        void addTo(Map<String, @Nullable String> parameters) {
            parameters.put("from", from);
            parameters.put("to", to);
            parameters.put("window", window);
        }
    }

    /** Options that select sessions. */
    static final class Sessions {
        @Option(names = "--router", paramLabel = "ROUTER", description = "Only of this router: name or address.")
        private @Nullable String router;

        @Option(
                names = "--peer",
                paramLabel = "PEER",
                description = "Only of this peer: name, address, AS, or the id of a session.")
        private @Nullable String peer;

        void addTo(Map<String, @Nullable String> parameters) {
            parameters.put("router", router);
            parameters.put("peer", peer);
        }
    }

    /** Options that select routes. */
    static final class Routes {
        @Option(names = "--asn", paramLabel = "ASN", description = "Only with this AS in the path or in a finding.")
        private @Nullable String asn;

        @Option(names = "--origin-as", paramLabel = "ASN", description = "Only of this origin AS.")
        private @Nullable String originAs;

        @Option(
                names = "--rule",
                paramLabel = "RULE",
                description = "Only with a finding of this rule, such as signature-mismatch.")
        private @Nullable String rule;

        @Option(
                names = "--state",
                paramLabel = "STATE",
                description = "Only with this path state: VALID, NOT_VALID, UNSIGNED, MALFORMED or UNVERIFIED.")
        private @Nullable String state;

        @Option(
                names = "--origin",
                paramLabel = "STATE",
                description = "Only with this origin state: valid, invalid, not-found or unverified.")
        private @Nullable String origin;

        @Option(
                names = "--aspa",
                paramLabel = "STATE",
                description = "Only with this ASPA state: valid, invalid, unknown or not-verified.")
        private @Nullable String aspa;

        @Option(
                names = "--path",
                paramLabel = "ASNS",
                description = "Only with these consecutive ASes in the path, nearest first, separated by commas.")
        private @Nullable String path;

        void addTo(Map<String, @Nullable String> parameters) {
            parameters.put("asn", asn);
            parameters.put("origin_as", originAs);
            parameters.put("rule", rule);
            parameters.put("state", state);
            parameters.put("origin", origin);
            parameters.put("aspa", aspa);
            parameters.put("path", path);
        }
    }

    /** Options that select changes. */
    static final class Changes {
        @Option(names = "--was-state", paramLabel = "STATE", description = "Only from this path state.")
        private @Nullable String wasState;

        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "Only of this kind: announced, withdrawn, path-changed or revalidated.")
        private @Nullable String kind;

        @Option(
                names = "--cause",
                paramLabel = "CAUSE",
                description =
                        "Only with this cause: update, key, vrp, aspa, session, policy, gap, baseline or unknown.")
        private @Nullable String cause;

        void addTo(Map<String, @Nullable String> parameters) {
            parameters.put("was_state", wasState);
            parameters.put("kind", kind);
            parameters.put("cause", cause);
        }
    }

    /** Options of the rows of an answer. */
    static final class Rows {
        @Option(
                names = "--limit",
                paramLabel = "N",
                description = "Maximum number of rows (default 1000; 20 of top and flaps).")
        private @Nullable String limit;

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "csv or ndjson: the rows only, as the service writes them. Replaces --output.")
        private @Nullable Format format;

        void addTo(Map<String, @Nullable String> parameters) {
            parameters.put("limit", limit);
        }

        /** Returns the format of {@code --format}; null without the option. */
        @Nullable
        Format format() {
            return format;
        }
    }

    /** Formats with rows only. */
    enum Format {
        /** Comma-separated values (RFC 4180). */
        CSV("text/csv"),
        /** One JSON object per line. */
        NDJSON(Api.NDJSON);

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }
}
