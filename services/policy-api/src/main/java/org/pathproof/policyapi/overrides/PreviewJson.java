// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.preview.PreviewedChange;

/**
 * The effect of a policy before it is applied.
 *
 * @param switchedOff true while the feeds are switched off: then no policy announces anything
 * @param routers the routers with a feed, in the order of their names
 * @param changes the changed overrides of a page, in the order of routers and prefixes
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
     * @param suspended reasons for which no override is announced under any policy
     * @param added number of new overrides
     * @param changed number of overrides with other attributes
     * @param withdrawn number of withdrawn overrides
     * @param waiting number of overrides that {@code max-overrides} would stop
     * @param withoutAcceptedPath number of prefixes that would have no accepted path
     */
    record Router(
            String router,
            String group,
            String policy,
            List<String> suspended,
            int added,
            int changed,
            int withdrawn,
            int waiting,
            @JsonProperty("without_accepted_path") int withoutAcceptedPath) {
        static Router of(RouterPreview preview) {
            List<PreviewedChange> changes = preview.changes().changes();
            return new Router(
                    preview.router(),
                    preview.after().group().name(),
                    preview.after().group().policy().label(),
                    preview.suspensions().stream()
                            .map(Suspension::label)
                            .sorted()
                            .toList(),
                    count(changes, Kind.ADDED),
                    count(changes, Kind.CHANGED),
                    count(changes, Kind.WITHDRAWN),
                    preview.changes().waiting(),
                    preview.changes().withoutAcceptedPath());
        }

        private static int count(List<PreviewedChange> changes, Kind kind) {
            return (int)
                    changes.stream().filter(change -> Kind.of(change) == kind).count();
        }
    }

    /**
     * A changed override.
     *
     * @param change the kind: "added", "changed" or "withdrawn"
     * @param before the path that is announced now; absent for a new override
     * @param after the path that the policy would announce; absent for a withdrawn override
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Change(
            String router,
            String prefix,
            String change,
            @Nullable PathJson before,
            @Nullable PathJson after) {
        static Change of(String router, PreviewedChange change) {
            return new Change(
                    router,
                    change.prefix().toString(),
                    Kind.of(change).label,
                    change.before().map(before -> PathJson.of(before.path())).orElse(null),
                    change.after().map(after -> PathJson.of(after.path())).orElse(null));
        }
    }

    private enum Kind {
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
