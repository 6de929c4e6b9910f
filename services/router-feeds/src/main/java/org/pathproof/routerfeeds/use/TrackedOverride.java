// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An announced override with its use. Not thread-safe. */
final class TrackedOverride {
    private AnnouncedOverride announcement;
    private UseState state = UseState.PENDING;
    private Instant since;
    /** True if the router used this announcement at some time. */
    private boolean used;
    /** Time from which another path counts: that of the announcement, or of its loss. */
    private Instant unshownSince;

    private @Nullable UnusedReason reason;
    private @Nullable UsedPath instead;
    private Evidence evidence = Evidence.SILENT;

    TrackedOverride(AnnouncedOverride announcement) {
        this.announcement = announcement;
        this.since = announcement.at();
        this.unshownSince = announcement.at();
    }

    AnnouncedOverride announcement() {
        return announcement;
    }

    UseState state() {
        return state;
    }

    /** Replaces the announcement. Its use is not known until a view shows it. */
    void announce(AnnouncedOverride changed) {
        announcement = changed;
        used = false;
        reason = null;
        instead = null;
        unshownSince = changed.at();
        enter(UseState.PENDING, changed.at());
    }

    /** Counts the time anew, because the session with the router is established again. */
    void restart(Instant now) {
        used = false;
        unshownSince = now;
    }

    /** Returns the time at which the use is decided if nothing changes before. */
    Instant deadline(Duration timeout) {
        return unshownSince.plus(timeout);
    }

    /** Returns true if the override was not shown for the timeout. */
    boolean isOverdue(Duration timeout, Instant now) {
        return !now.isBefore(deadline(timeout));
    }

    /**
     * Returns the state that follows from evidence.
     *
     * @param established true if the BGP session with the router is established
     * @param delayed true if the table may be behind the router: an override that is not shown yet stays pending
     */
    UseState next(Evidence found, boolean established, boolean delayed, Duration timeout, Instant now) {
        if (found.kind() == Evidence.Kind.OURS) {
            return UseState.IN_USE;
        }
        if (!established) {
            return UseState.NOT_IN_USE;
        }
        boolean waits = !used && (delayed || !isOverdue(timeout, now));
        if (waits) {
            return UseState.PENDING;
        }
        return found.isSilent() ? UseState.UNKNOWN : UseState.NOT_IN_USE;
    }

    /** Takes over a state with its evidence. */
    void apply(
            UseState next,
            Evidence found,
            @Nullable UnusedReason unusedReason,
            @Nullable UsedPath usedPath,
            Instant now) {
        if (next == UseState.IN_USE) {
            used = true;
        } else if (state == UseState.IN_USE) {
            unshownSince = now;
        }
        evidence = found;
        reason = unusedReason;
        instead = usedPath;
        enter(next, now);
    }

    private void enter(UseState next, Instant now) {
        if (state != next) {
            state = next;
            since = now;
        }
    }

    /** Returns the reason of the state {@link UseState#NOT_IN_USE}; null in other states. */
    @Nullable
    UnusedReason reason() {
        return reason;
    }

    /** Returns the use for readers. */
    OverrideUse use(RouterViews views) {
        return new OverrideUse(
                state,
                since,
                Optional.ofNullable(reason),
                Optional.ofNullable(instead),
                evidence.view(),
                explanation(views));
    }

    private String explanation(RouterViews views) {
        return switch (state) {
            case PENDING -> "the router was told a short time ago, and no view shows the override yet";
            case IN_USE -> "the router uses the override: seen in " + evidence.view();
            case NOT_IN_USE -> "the router does not use the override: " + (reason == null ? "" : reason.sentence());
            case UNKNOWN -> "no view tells if the router uses the override: " + views.advice();
        };
    }
}
