// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.input.VerdictTraces;

/** Passes changes to the output of a router, traces them, and measures their latency. */
final class TracedOutput implements OverrideOutput {
    private final OverrideOutput output;
    private final String router;
    private final VerdictTraces traces;
    private final FeedLatency latency;

    private TracedOutput(OverrideOutput output, String router, VerdictTraces traces, FeedLatency latency) {
        this.output = output;
        this.router = router;
        this.traces = traces;
        this.latency = latency;
    }

    /** Returns an output that is traced and measured; the same output if no router receives it. */
    static OverrideOutput of(OverrideOutput output, String router, VerdictTraces traces, FeedLatency latency) {
        return output.equals(OverrideOutput.NONE) ? output : new TracedOutput(output, router, traces, latency);
    }

    @Override
    public void applyOverrides(List<OverrideChange> changes) {
        output.applyOverrides(changes);
        if (traces.isOn()) {
            changes.forEach(change -> traces.recordAdvertisement(
                    router, change.prefix(), change.attributes().isPresent()));
        }
    }

    @Override
    public void applyTags(List<TagChange> changes) {
        output.applyTags(changes);
        if (traces.isOn()) {
            changes.forEach(change -> traces.recordAdvertisement(
                    router, change.prefix(), change.attributes().isPresent()));
        }
    }

    @Override
    public void recordCause(VerdictTime verdict) {
        latency.recordAdvertisement(verdict);
    }

    @Override
    public boolean isSent(PreviewedChange.Feed feed, long pathId) {
        return output.isSent(feed, pathId);
    }
}
