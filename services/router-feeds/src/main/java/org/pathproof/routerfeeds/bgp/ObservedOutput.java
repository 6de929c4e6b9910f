// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.verdictstore.input.VerdictTime;

/** Passes changes to the output of a router, and overrides also to a listener. */
final class ObservedOutput implements OverrideOutput {
    private final OverrideOutput output;
    private final String router;
    private final AnnouncementListener listener;

    private ObservedOutput(OverrideOutput output, String router, AnnouncementListener listener) {
        this.output = output;
        this.router = router;
        this.listener = listener;
    }

    /** Returns an output with a listener; the same output if no router receives it. */
    static OverrideOutput of(OverrideOutput output, String router, AnnouncementListener listener) {
        return output.equals(OverrideOutput.NONE) ? output : new ObservedOutput(output, router, listener);
    }

    @Override
    public void applyOverrides(List<OverrideChange> changes) {
        output.applyOverrides(changes);
        listener.onOverrides(router, changes);
    }

    @Override
    public void applyTags(List<TagChange> changes) {
        output.applyTags(changes);
    }

    @Override
    public void recordCause(VerdictTime verdict) {
        output.recordCause(verdict);
    }

    @Override
    public boolean isSent(PreviewedChange.Feed feed, long pathId) {
        return output.isSent(feed, pathId);
    }
}
