// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.JsonText;

/**
 * The accepted changes of the policy and of the switch.
 *
 * @param changes the latest one first
 */
record HistoryJson(List<Change> changes) {
    /**
     * A change.
     *
     * @param change {@code policy}, {@code off} or {@code on}
     * @param version the new version of the policy; absent for the switch
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
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

    static HistoryJson of(PolicyState state) {
        return new HistoryJson(
                state.history().reversed().stream().map(HistoryJson::change).toList());
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
