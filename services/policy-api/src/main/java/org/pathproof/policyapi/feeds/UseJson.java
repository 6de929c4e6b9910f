// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routerfeeds.use.OverrideUse;
import org.pathproof.routerfeeds.use.UnusedReason;
import org.pathproof.routerfeeds.use.UseCounts;
import org.pathproof.routerfeeds.use.UsedPath;
import org.pathproof.wire.IpAddress;

/**
 * The use of an override by its router. Only {@code in-use} says that the router forwards along the override.
 *
 * @param state {@code pending}, {@code in-use}, {@code not-in-use} or {@code unknown}
 * @param since time at which the state began
 * @param reason reason of {@code not-in-use}, as far as it can be known
 * @param explanation the state in a sentence, with the view to turn on for {@code unknown}
 * @param seenIn the view that tells; absent if none does
 * @param instead the path that the router uses instead; absent if it uses none, and if no view tells
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UseJson(
        String state,
        String since,
        @Nullable String reason,
        String explanation,
        @JsonProperty("seen_in") @Nullable String seenIn,
        @Nullable Instead instead) {
    /**
     * A path that a router uses instead of an override.
     *
     * @param peer address of the neighbor that announced the path; absent if no view tells
     * @param asPath nearest AS first; empty for a route of the router itself
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "InsteadJson")
    public record Instead(
            @Nullable String peer,
            @JsonProperty("as_path") List<Long> asPath,
            @Nullable String nexthop,
            @JsonProperty("local_pref") @Nullable Long localPref) {
        static Instead of(UsedPath path) {
            return new Instead(
                    JsonText.orNull(path.peer()),
                    path.asPath(),
                    path.nextHop().map(IpAddress::format).orElse(null),
                    path.localPreference().isPresent()
                            ? (Long) path.localPreference().getAsLong()
                            : null);
        }
    }

    /**
     * Numbers of announced overrides by their use.
     *
     * @param pending announced a short time ago
     * @param inUse the router uses the override, by a view
     * @param notInUse the router uses another path or none, or its BGP session is down
     * @param unknown no view tells
     */
    @Schema(name = "UseCounts")
    public record Counts(
            int pending,
            @JsonProperty("in_use") int inUse,
            @JsonProperty("not_in_use") int notInUse,
            int unknown) {
        static Counts of(UseCounts counts) {
            return new Counts(counts.pending(), counts.inUse(), counts.notInUse(), counts.unknown());
        }
    }

    static UseJson of(OverrideUse use) {
        return new UseJson(
                use.state().label(),
                use.since().toString(),
                use.reason().map(UnusedReason::label).orElse(null),
                use.explanation(),
                JsonText.orNull(use.view()),
                use.instead().map(Instead::of).orElse(null));
    }
}
