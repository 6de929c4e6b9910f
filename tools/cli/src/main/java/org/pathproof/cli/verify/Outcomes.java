// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pathproof.bgpsec.PathState;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.updates.Response;

/** Number of responses of each kind. */
final class Outcomes {
    private final Map<PathState, Long> byState = new EnumMap<>(PathState.class);
    private long unreadable;

    void add(Response response) {
        switch (response) {
            case Response.Unreadable _ -> unreadable++;
            case Response.Verdict verdict -> byState.merge(verdict.state(), 1L, Long::sum);
        }
    }

    void add(Outcomes others) {
        unreadable += others.unreadable;
        others.byState.forEach((state, count) -> byState.merge(state, count, Long::sum));
    }

    int exitCode() {
        if (unreadable > 0) {
            return ExitCode.CANNOT_RUN;
        }
        return byState.getOrDefault(PathState.VALID, 0L) == total() ? ExitCode.OK : ExitCode.PROBLEM_FOUND;
    }

    /** Formats the counts: {@code 1000 updates in 0.1 s (10000 a second), 990 VALID, 10 NOT_VALID}. */
    String inWords(long nanos) {
        double seconds = Math.max(nanos, 1) / 1e9;
        String states = byState.entrySet().stream()
                .map(state -> ", " + state.getValue() + " " + state.getKey())
                .collect(Collectors.joining());
        return String.format(
                Locale.ROOT,
                "%d updates in %.1f s (%.0f a second)%s%s",
                total(),
                seconds,
                total() / seconds,
                states,
                unreadable > 0 ? ", " + unreadable + " unreadable" : "");
    }

    private long total() {
        return unreadable + byState.values().stream().mapToLong(Long::longValue).sum();
    }
}
