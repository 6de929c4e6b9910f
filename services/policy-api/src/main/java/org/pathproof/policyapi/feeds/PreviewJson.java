// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.routerfeeds.bgp.RouterPreview;
import org.pathproof.wire.bgp.LargeCommunities;

/**
 * The effect of a policy before it is applied.
 *
 * @param switchedOff true while the feeds are switched off: then no policy announces anything
 * @param routers the routers with a feed, in the order of their names
 * @param changes the changed overrides and tagged paths of a page, in the order of routers and prefixes
 * @param cursor parameter for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PreviewJson(
        @JsonProperty("switched_off") boolean switchedOff,
        List<Router> routers,
        List<Change> changes,
        @Nullable String cursor) {
    /**
     * The effect on a router.
     *
     * @param router name or address in the settings
     * @param group group of the router under the new policy
     * @param policy policy of this group
     * @param withoutAcceptedPath number of prefixes that would have no accepted path
     * @param hints causes for which paths of the router are missing or unused
     * @param suspended reasons for which nothing is announced under any policy
     * @param added number of new overrides and tagged paths
     * @param changed number of overrides and tagged paths with other attributes
     * @param withdrawn number of withdrawn overrides and tagged paths
     * @param waiting number of overrides that {@code max-overrides} would stop
     */
    @Schema(name = "PreviewedRouter")
    record Router(
            String router,
            String group,
            String policy,
            @JsonProperty("without_accepted_path") int withoutAcceptedPath,
            List<String> hints,
            List<String> suspended,
            int added,
            int changed,
            int withdrawn,
            int waiting) {
        static Router of(RouterPreview preview, Map<Kind, Integer> counts) {
            return new Router(
                    preview.router(),
                    preview.policy().group().name(),
                    preview.policy().group().policy().label(),
                    preview.copies().withoutAcceptedPath(),
                    preview.hints(),
                    preview.suspensions().stream()
                            .map(Suspension::label)
                            .sorted()
                            .toList(),
                    counts.getOrDefault(Kind.ADDED, 0),
                    counts.getOrDefault(Kind.CHANGED, 0),
                    counts.getOrDefault(Kind.WITHDRAWN, 0),
                    preview.copies().waiting());
        }
    }

    /**
     * An announcement of a path.
     *
     * @param path the path as the router received it
     * @param localPref announced LOCAL_PREF
     * @param largeCommunities announced large communities, such as "64500:33:1"
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Announcement(
            PathJson path,
            @JsonProperty("local_pref") @Nullable Long localPref,
            @JsonProperty("large_communities") List<String> largeCommunities) {
        static Announcement of(AnnouncedPath path) {
            OptionalLong localPref = path.attributes().localPreference();
            return new Announcement(
                    PathJson.of(path.path()),
                    localPref.isPresent() ? (Long) localPref.getAsLong() : null,
                    path.attributes().find(LargeCommunities.class).stream()
                            .flatMap(communities -> communities.values().stream())
                            .map(community -> community.globalAdministrator() + ":" + community.localData1() + ":"
                                    + community.localData2())
                            .toList());
        }
    }

    /**
     * A changed override or tagged path.
     *
     * @param feed "override" or "tag"
     * @param change the kind: "added", "changed" or "withdrawn"
     * @param before the announcement now; absent for a new one
     * @param after the announcement under the policy; absent for a withdrawal
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PreviewedChange")
    record Change(
            String router,
            String prefix,
            String feed,
            String change,
            @Nullable Announcement before,
            @Nullable Announcement after) {
        static Change of(String router, PreviewedChange change) {
            return new Change(
                    router,
                    change.prefix().toString(),
                    change.feed().label(),
                    Kind.of(change).label,
                    change.before().map(Announcement::of).orElse(null),
                    change.after().map(Announcement::of).orElse(null));
        }
    }

    /** The kinds of changes. */
    enum Kind {
        ADDED("added"),
        CHANGED("changed"),
        WITHDRAWN("withdrawn");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        static Kind of(PreviewedChange change) {
            if (change.before().isEmpty()) {
                return ADDED;
            }
            return change.after().isEmpty() ? WITHDRAWN : CHANGED;
        }
    }
}
