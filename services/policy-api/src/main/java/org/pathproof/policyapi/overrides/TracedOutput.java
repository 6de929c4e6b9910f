// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.policyapi.feed.VerdictTraces;

/** Passes changes to the output of a router, and traces them. */
final class TracedOutput implements OverrideOutput {
    private final OverrideOutput output;
    private final String router;
    private final VerdictTraces traces;

    private TracedOutput(OverrideOutput output, String router, VerdictTraces traces) {
        this.output = output;
        this.router = router;
        this.traces = traces;
    }

    /** Returns an output that is traced; the same output if no router receives it, or if no route is traced. */
    static OverrideOutput of(OverrideOutput output, String router, VerdictTraces traces) {
        boolean isSilent = output.equals(OverrideOutput.NONE);
        return isSilent || !traces.isOn() ? output : new TracedOutput(output, router, traces);
    }

    @Override
    public void changed(List<OverrideChange> changes) {
        output.changed(changes);
        changes.forEach(change ->
                traces.advertised(router, change.prefix(), change.attributes().isPresent()));
    }

    @Override
    public void tagged(List<TagChange> changes) {
        output.tagged(changes);
        changes.forEach(change ->
                traces.advertised(router, change.prefix(), change.attributes().isPresent()));
    }

    @Override
    public boolean isSent(PreviewedChange.Feed feed, long pathId) {
        return output.isSent(feed, pathId);
    }
}
