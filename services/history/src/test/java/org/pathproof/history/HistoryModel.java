// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;

/**
 * The expected changes, computed in the plainest way: a map of the last verdicts, and the epochs in which sessions
 * ended.
 */
final class HistoryModel {
    private final Map<RouteKey, Verdict> live = new HashMap<>();
    private final Map<Integer, List<Long>> ends = new HashMap<>();
    private final Map<Integer, List<String>> expected = new TreeMap<>();

    /** Notes that routes of a session below an epoch are dead. */
    void end(int session, long deadBefore) {
        ends.computeIfAbsent(session, _ -> new ArrayList<>()).add(deadBefore);
    }

    /** Reads a record, as it was written to a partition at an offset. */
    void read(int session, RouteKey key, @Nullable Verdict verdict, int partition, long offset) {
        Verdict before = live.get(key);
        List<Long> ended = ends.getOrDefault(session, List.of());
        String at = partition + ":" + offset + " " + key.prefix() + " " + key.pathId() + " "
                + key.session().toString().substring(0, 2);
        if (verdict == null) {
            if (before != null) {
                boolean isDead = ended.stream().anyMatch(end -> before.getEpoch() < end);
                add(partition, at + (isDead ? " WITHDRAWN SESSION" : " WITHDRAWN UNKNOWN") + " was " + states(before));
                live.remove(key);
            }
            return;
        }
        live.put(key, verdict);
        Verdict former = before;
        if (former != null) {
            long epoch = former.getEpoch();
            if (ended.stream().anyMatch(end -> epoch < end && end <= verdict.getEpoch())) {
                add(partition, at + " WITHDRAWN SESSION was " + states(former));
                former = null;
            }
        }
        if (former == null) {
            add(partition, at + " ANNOUNCED UPDATE " + content(verdict));
        } else if (!former.getAsPathList().equals(verdict.getAsPathList())) {
            add(partition, at + " PATH_CHANGED UPDATE " + content(verdict) + " was " + states(former));
        } else if (!content(former).equals(content(verdict))) {
            add(partition, at + " REVALIDATED UNKNOWN " + content(verdict) + " was " + states(former));
        } else if (former.getEpoch() > verdict.getEpoch()) {
            live.put(key, former);
        }
    }

    private void add(int partition, String change) {
        expected.computeIfAbsent(partition, _ -> new ArrayList<>()).add(change);
    }

    private static String states(Verdict verdict) {
        return verdict.getStateValue() + "/" + verdict.getOriginValue() + "/" + verdict.getAspaValue();
    }

    private static String content(Verdict verdict) {
        StringBuilder text = new StringBuilder(states(verdict)).append(" [");
        verdict.getAsPathList()
                .forEach(asn -> text.append(Integer.toUnsignedString(asn)).append(' '));
        text.append("] ");
        for (Finding finding : verdict.getFindingsList()) {
            text.append(finding.getRule()).append(finding.getAsn());
        }
        return text.toString();
    }

    /** Returns the expected changes of all partitions, in the order of partitions and offsets. */
    List<String> changes() {
        return expected.values().stream().flatMap(List::stream).toList();
    }

    /** Compares changes with the expected ones, and shows the first differences. */
    void assertEqual(List<String> changes, long seed) {
        List<String> all = changes();
        for (int i = 0; i < Math.min(all.size(), changes.size()); i++) {
            if (!all.get(i).equals(changes.get(i))) {
                assertThat(changes.subList(i, Math.min(i + 4, changes.size())))
                        .as("changes from %d on, seed %d", i, seed)
                        .isEqualTo(all.subList(i, Math.min(i + 4, all.size())));
            }
        }
        assertThat(changes).as("seed %d", seed).hasSameSizeAs(all);
    }

    /** Forgets the expected changes, and keeps the live routes. */
    void forgetChanges() {
        expected.clear();
    }

    /** Returns the live routes. */
    Map<RouteKey, Verdict> live() {
        return live;
    }
}
