// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.writer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.observation.FollowedSource;
import org.pathproof.keysync.observation.SourceHistory;
import org.pathproof.keysync.selection.SourceState;
import org.pathproof.keysync.selection.Sources;
import org.pathproof.keysync.settings.Combination;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.SlurmReport;
import org.pathproof.rpki.provenance.SourceDifference;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Describes all sources, and their differences from the data of the sources in use before SLURM. The keys of
 * certificates are no difference. Not thread-safe.
 */
final class SourcesReporter {
    /** Maximum number of listed objects of a source, for those that it has and those that it lacks. */
    static final int MAX_DIFFERENCES = 100;

    private static final RpkiSnapshot NOTHING = RpkiSnapshot.empty(0, new Serial(0));

    private final String writer;
    private final Combination combination;
    private final Map<String, Compared> compared = new HashMap<>();

    /** Comparison of two sets, which is valid while the sets are the same objects. */
    private record Compared(
            RpkiSnapshot inUse, RpkiSnapshot source, int extra, int missing, List<SourceDifference> differences) {
        static final Compared NONE = new Compared(NOTHING, NOTHING, 0, 0, List.of());
    }

    /** Creates a reporter; {@code writer} is the name of this instance. */
    SourcesReporter(String writer, Combination combination) {
        this.writer = writer;
        this.combination = combination;
    }

    /** Describes the sources after a round. */
    SourcesReport report(Sources sources, Sources.Round round, SlurmReport slurm, Instant now) {
        List<SourceReport> reports = new ArrayList<>();
        for (int i = 0; i < round.states().size(); i++) {
            reports.add(report(sources.all().get(i), round.states().get(i), round.basis()));
        }
        return new SourcesReport(now, writer, combination.label(), reports, slurm);
    }

    private SourceReport report(FollowedSource source, SourceState state, @Nullable RpkiSnapshot inUse) {
        Source.Reading reading = state.reading();
        RpkiSnapshot data = reading.data();
        Compared differences =
                data == null || inUse == null || state.added() ? Compared.NONE : compare(source, inUse, data);
        RpkiSnapshot counted = data == null ? NOTHING : data;
        return new SourceReport(
                source.name(),
                source.source().kind(),
                source.group(),
                state.chosen(),
                reading.works(),
                reading.problem(),
                state.held(),
                source.history().first(),
                reading.confirmed(),
                reading.expires(),
                counted.serial().toLong(),
                counted.allRouterKeys().size(),
                counted.allVrps().size(),
                counted.allAspas().size(),
                differences.extra(),
                differences.missing(),
                differences.differences(),
                source.observed().refused(),
                source.refusals(),
                source.problems());
    }

    private Compared compare(FollowedSource source, RpkiSnapshot inUse, RpkiSnapshot data) {
        Compared known = compared.get(source.name());
        if (known != null && known.inUse() == inUse && known.source() == data) {
            return known;
        }
        List<SourceDifference> listed = new ArrayList<>();
        int extra = 0;
        int missing = 0;
        if (inUse != data) {
            RpkiChange change = RpkiSnapshot.change(inUse, data);
            extra = change.announced().size();
            missing = change.withdrawn().size();
            addDifferences(change.announced(), true, source.history(), listed);
            addDifferences(change.withdrawn(), false, source.history(), listed);
        }
        Compared next = new Compared(inUse, data, extra, missing, List.copyOf(listed));
        compared.put(source.name(), next);
        return next;
    }

    private static void addDifferences(
            List<RpkiObject> objects, boolean present, SourceHistory history, List<SourceDifference> into) {
        for (RpkiObject object : objects.subList(0, Math.min(MAX_DIFFERENCES, objects.size()))) {
            into.add(SourceDifference.of(object, present, history.since(object)));
        }
    }
}
