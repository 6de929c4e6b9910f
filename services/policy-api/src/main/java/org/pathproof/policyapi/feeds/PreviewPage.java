// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.preview.PreviewedChange;

/** Collects a page of the changes of a preview, and counts all changes. Not thread-safe. */
final class PreviewPage {
    private final int limit;
    private final @Nullable PreviewCursor after;
    private final List<PreviewJson.Change> changes = new ArrayList<>();
    private @Nullable PreviewCursor last;
    private boolean more;

    /**
     * Creates an empty page.
     *
     * @param limit maximum number of changes on the page
     * @param after position of the last change on the page before; null for the first page
     */
    PreviewPage(int limit, @Nullable PreviewCursor after) {
        this.limit = limit;
        this.after = after;
    }

    /** Adds the changes of a router. Routers come in the order of their names. Returns the numbers of changes. */
    Map<PreviewJson.Kind, Integer> add(String router, Stream<PreviewedChange> changesOfRouter) {
        Map<PreviewJson.Kind, Integer> counts = new EnumMap<>(PreviewJson.Kind.class);
        changesOfRouter.forEach(change -> {
            counts.merge(PreviewJson.Kind.of(change), 1, Integer::sum);
            if (after == null || after.isBefore(router, change)) {
                add(router, change);
            }
        });
        return counts;
    }

    private void add(String router, PreviewedChange change) {
        if (changes.size() < limit) {
            changes.add(PreviewJson.Change.of(router, change));
            last = PreviewCursor.of(router, change);
        } else {
            more = true;
        }
    }

    List<PreviewJson.Change> changes() {
        return changes;
    }

    /** Returns the cursor of the next page; null on the last page. */
    @Nullable
    String cursor() {
        return more && last != null ? last.toString() : null;
    }
}
