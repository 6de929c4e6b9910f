// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routerfeeds.policy.AcceptedChange;
import org.pathproof.routerfeeds.policy.Authorship;
import org.pathproof.routerfeeds.policy.PolicyState;

/**
 * A page of the accepted changes of the policy and of the switch.
 *
 * @param total number of changes on all pages
 * @param changes the latest one first
 * @param cursor parameter for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HistoryJson(
        int total, List<Change> changes, @Nullable String cursor) {
    /**
     * A change.
     *
     * @param change {@code policy}, {@code off} or {@code on}
     * @param version the new version of the policy; absent for the switch
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PolicyChange")
    record Change(
            String change,
            @Nullable Long version,
            String author,
            String time,
            @Nullable String reason) {}

    /**
     * A version of the policy with its predecessor.
     *
     * @param before the policy before, as YAML; absent for the first version that this replica read
     * @param after the policy of the version, as YAML
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Version(
            long version,
            String author,
            String time,
            @Nullable String reason,
            @Nullable String before,
            String after) {
        static Version of(AcceptedChange.Policy policy) {
            Authorship by = policy.by();
            return new Version(
                    policy.version(),
                    by.author(),
                    by.time().toString(),
                    JsonText.orNull(by.reason()),
                    policy.before().orElse(null),
                    policy.text());
        }
    }

    /**
     * Returns a page.
     *
     * @param before position of the last change on the previous page; null for the first page
     * @param limit maximum number of changes on the page
     */
    static HistoryJson of(PolicyState state, @Nullable HistoryCursor before, int limit) {
        List<AcceptedChange> found = state.history().reversed().stream()
                .filter(change -> before == null || change.offset() < before.offset())
                .toList();
        List<AcceptedChange> page = found.subList(0, Math.min(limit, found.size()));
        return new HistoryJson(
                state.history().size(),
                page.stream().map(HistoryJson::change).toList(),
                page.size() < found.size() ? new HistoryCursor(page.getLast().offset()).toString() : null);
    }

    private static Change change(AcceptedChange change) {
        Authorship by = change.by();
        return new Change(
                switch (change) {
                    case AcceptedChange.Policy _ -> "policy";
                    case AcceptedChange.Switch used -> used.off() ? "off" : "on";
                },
                change instanceof AcceptedChange.Policy policy ? (Long) policy.version() : null,
                by.author(),
                by.time().toString(),
                JsonText.orNull(by.reason()));
    }
}
