// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.rpki.provenance.SourceProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source with the state that key-sync keeps for it: refused objects, a delayed loss, changes, and past problems. One
 * thread calls {@link #observe}; the metrics read {@link #observed} on other threads.
 */
public final class FollowedSource implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FollowedSource.class);
    private static final int MAX_PROBLEMS = 20;
    private static final String NO_DATA = "the source has no data at all; its last data stays in use"
            + " (pathproof.key-sync.accept-empty: true accepts it)";

    private final Source source;
    private final int group;
    private final @Nullable LossHold lossHold;
    private final boolean acceptsEmpty;
    private final ObjectRefusals objectRefusals;
    private final SourceChurn churn = new SourceChurn();
    private final SourceHistory history = new SourceHistory();
    private final Deque<SourceProblem> problems = new ArrayDeque<>();
    private Source.@Nullable Reading newest;
    private @Nullable RpkiSnapshot inUse;
    private volatile Observed observed;

    /**
     * The source at one moment.
     *
     * @param reading state of the source, with the data that may be used
     * @param held reason for which newer data is delayed; null if none is
     * @param refused number of refused objects in the newest data
     */
    public record Observed(Source.Reading reading, @Nullable String held, int refused) {}

    /**
     * Follows a source.
     *
     * @param group preference group; lower is more preferred
     * @param lossHold delay of a large loss; null for a source whose losses always take effect at once
     * @param acceptsEmpty true if the source may lose all its data; otherwise it fails then, and its earlier data stays
     */
    public FollowedSource(Source source, int group, @Nullable LossHold lossHold, boolean acceptsEmpty) {
        this.source = source;
        this.group = group;
        this.lossHold = lossHold;
        this.acceptsEmpty = acceptsEmpty;
        this.objectRefusals = new ObjectRefusals(source.name());
        this.observed = new Observed(new Source.Reading(null, null, null, "not read yet"), null, 0);
    }

    /** Reads the source. */
    public Observed observe(Instant now) {
        Source.Reading reading = withoutEmptyData(source.read());
        remember(reading.problem(), now);
        RpkiSnapshot read = reading.data();
        String held = null;
        if (read != null) {
            RpkiSnapshot accepted = objectRefusals.accepted(read);
            held = accepted == inUse ? null : hold(accepted, now);
            if (held == null) {
                use(accepted, now);
            }
        }
        say(held);
        Observed next = new Observed(
                new Source.Reading(inUse, reading.confirmed(), reading.expires(), reading.problem()),
                held,
                objectRefusals.count() + source.refused());
        observed = next;
        return next;
    }

    /**
     * Returns a reading; the newest one with data in place of one whose data are empty. An RTR cache withdraws
     * everything when the data of its own sources have expired. The times stay, so that the earlier data expire.
     */
    private Source.Reading withoutEmptyData(Source.Reading reading) {
        Source.Reading before = newest;
        if (acceptsEmpty
                || before == null
                || reading.data() == null
                || reading.data().size() > 0) {
            newest = reading.data() == null ? before : reading;
            return reading;
        }
        return new Source.Reading(before.data(), before.confirmed(), before.expires(), NO_DATA);
    }

    private @Nullable String hold(RpkiSnapshot accepted, Instant now) {
        Optional<String> reason = lossHold == null ? Optional.empty() : lossHold.reasonToDelay(inUse, accepted, now);
        return reason.orElse(null);
    }

    private void use(RpkiSnapshot accepted, Instant now) {
        if (lossHold != null) {
            lossHold.reset();
        }
        if (accepted != inUse) {
            history.record(churn.observe(accepted), now);
            inUse = accepted;
        }
    }

    private void say(@Nullable String held) {
        if (held != null && observed.held() == null) {
            log.warn(getMarker("rpki-source-held"), "source of RPKI data held: source={} reason=\"{}\"", name(), held);
        } else if (held == null && observed.held() != null) {
            log.info("source of RPKI data no longer held: source={} data=\"{}\"", name(), inUse);
        }
    }

    private void remember(@Nullable String problem, Instant now) {
        SourceProblem newest = problems.peekLast();
        if (problem != null && (newest == null || !newest.problem().equals(problem))) {
            problems.addLast(new SourceProblem(now, problem));
            if (problems.size() > MAX_PROBLEMS) {
                problems.removeFirst();
            }
        }
    }

    /** Returns the name of the source in log, metrics and REST. */
    public String name() {
        return source.name();
    }

    /** Returns the source itself. */
    public Source source() {
        return source;
    }

    /** Returns the preference group; lower is more preferred. */
    public int group() {
        return group;
    }

    /** Returns the counts of added and removed objects. */
    public SourceChurn churn() {
        return churn;
    }

    /** Returns the times of changes. */
    public SourceHistory history() {
        return history;
    }

    /** Returns the result of the newest {@link #observe}. */
    public Observed observed() {
        return observed;
    }

    /** Returns the newest problems, the oldest first. */
    public List<SourceProblem> problems() {
        return List.copyOf(problems);
    }

    /** Returns the number of refused router keys. */
    public int refusedKeys() {
        return objectRefusals.routerKeys();
    }

    /** Returns the first 20 refused router keys and ASPAs, with reasons. */
    public List<RefusedObject> refusedObjectsListed() {
        return objectRefusals.listed();
    }

    /** Returns the first refused router keys and ASPAs, and the first refused entries of a file. */
    public List<RefusedObject> refusals() {
        List<RefusedObject> all = new ArrayList<>(objectRefusals.listed());
        all.addAll(source.refusals());
        return all;
    }

    @Override
    public void close() {
        source.close();
    }
}
