// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change that is shown and not applied.
 *
 * @param serial serial of the present sets
 * @param since serial of the earlier sets; absent for a comparison with nothing or with a configuration
 * @param added number of added prefixes
 * @param removed number of removed prefixes
 * @param admitted true if the change is within the limit of the request
 * @param sets the changed sets
 * @param lines the first lines of the change in the configuration language
 * @param linesTotal number of all lines
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DryRun(
        String serial,
        @Nullable String since,
        long added,
        long removed,
        boolean admitted,
        List<ChangedSet> sets,
        List<String> lines,
        @JsonProperty("lines_total") long linesTotal) {
    /**
     * A changed set.
     *
     * @param isNew true if the router does not have the set
     */
    public record ChangedSet(
            String name,
            String neighbor,
            @JsonProperty("new") boolean isNew,
            int added,
            int removed) {}

    static DryRun of(
            ExportContent content,
            @Nullable String since,
            ExportChange change,
            ChangeLimit limit,
            ExportRenderer renderer) {
        FirstLines lines = new FirstLines();
        try {
            renderer.writeChange(change, content.serial(), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new DryRun(
                content.serial(),
                since,
                change.added(),
                change.removed(),
                limit.admits(change),
                change.sets().stream().map(DryRun::set).toList(),
                lines.lines(),
                lines.total());
    }

    private static ChangedSet set(SetChange change) {
        return new ChangedSet(
                change.after().name(), change.after().neighbor(), change.isNew(), change.added(), change.removed());
    }
}
