// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.PolicyChange;
import org.pathproof.contracts.v1.PolicyVersion;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;

/**
 * The state that results from the records of the topic in their order. Equal records give an equal state on every
 * replica. Not thread-safe.
 */
public final class PolicyLog {
    /** Default of the maximum number of changes in the history. */
    public static final int MAX_CHANGES = 1_000;
    /**
     * Maximum number of characters of all policies in the history. The policy in force counts, but is never removed.
     */
    static final int MAX_HISTORY_LENGTH = 16 << 20;

    private final int maxChanges;
    /** Accepted changes by key, in the order of acceptance. */
    private final Map<String, AcceptedChange> history = new LinkedHashMap<>();
    /** Keys of records that readers no longer need. */
    private final Set<String> obsolete = new LinkedHashSet<>();

    private AcceptedChange.@Nullable Policy policy;
    private @Nullable String policyKey;
    private AcceptedChange.@Nullable Switch feedSwitch;
    private @Nullable String switchKey;
    private PolicyDocument document = PolicyDocument.EMPTY;
    private @Nullable String problem;

    PolicyLog() {
        this(MAX_CHANGES);
    }

    /** @param maxChanges maximum number of changes in the history */
    PolicyLog(int maxChanges) {
        this.maxChanges = maxChanges;
    }

    /** The effect of a record. */
    enum Outcome {
        ACCEPTED,
        /** Another version became current before this one. */
        REJECTED,
        /** The record removes another record. */
        NO_CHANGE
    }

    /**
     * Applies a record of the topic.
     *
     * @throws IllegalArgumentException if the value is not a change
     */
    Outcome add(long offset, String key, byte @Nullable [] value) {
        if (value == null) {
            obsolete.remove(key);
            return Outcome.NO_CHANGE;
        }
        PolicyChange change = parse(value);
        Authorship by = new Authorship(
                change.getAuthor(), Instant.EPOCH.plus(change.getTime(), ChronoUnit.MICROS), change.getReason());
        return switch (change.getChangeCase()) {
            case POLICY -> add(offset, key, by, change.getPolicy());
            case FEEDS -> {
                AcceptedChange.Switch next =
                        new AcceptedChange.Switch(offset, by, change.getFeeds().getOff());
                feedSwitch = next;
                switchKey = key;
                accept(key, next);
                yield Outcome.ACCEPTED;
            }
            case CHANGE_NOT_SET -> throw new IllegalArgumentException("it has neither a policy nor a switch");
        };
    }

    private static PolicyChange parse(byte[] value) {
        try {
            return PolicyChange.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Accepts the first version of the log, because its predecessors may have been removed. Then accepts each successor
     * of the version in force.
     */
    private Outcome add(long offset, String key, Authorship by, PolicyVersion version) {
        AcceptedChange.Policy before = policy;
        if (before != null && version.getPredecessor() != before.version()
                || version.getVersion() != version.getPredecessor() + 1) {
            obsolete.add(key);
            return Outcome.REJECTED;
        }
        String text = version.getDocument();
        AcceptedChange.Policy next = new AcceptedChange.Policy(
                offset,
                by,
                version.getVersion(),
                text,
                Optional.ofNullable(before).map(AcceptedChange.Policy::text));
        policy = next;
        policyKey = key;
        PolicyReader.Result read = PolicyReader.read(text, "version " + next.version());
        problem = read.problems().isEmpty()
                ? null
                : "the policy cannot be used, so every router is only observed: "
                        + read.problems().getFirst();
        document = read.document().orElse(PolicyDocument.EMPTY).withVersion(next.version());
        accept(key, next);
        return Outcome.ACCEPTED;
    }

    private void accept(String key, AcceptedChange change) {
        history.put(key, change);
        long length =
                history.values().stream().mapToLong(AcceptedChange::length).sum();
        Iterator<Map.Entry<String, AcceptedChange>> oldest =
                List.copyOf(history.entrySet()).iterator();
        while (oldest.hasNext() && (history.size() > maxChanges || length > MAX_HISTORY_LENGTH)) {
            Map.Entry<String, AcceptedChange> entry = oldest.next();
            if (!isInForce(entry.getKey())) {
                history.remove(entry.getKey());
                obsolete.add(entry.getKey());
                length -= entry.getValue().length();
            }
        }
    }

    private boolean isInForce(String key) {
        return key.equals(policyKey) || key.equals(switchKey);
    }

    /** Returns the keys of records that can be removed from the topic. */
    List<String> obsolete() {
        return List.copyOf(obsolete);
    }

    PolicyState state(boolean ready) {
        return new PolicyState(
                ready,
                problem,
                Optional.ofNullable(policy),
                document,
                Optional.ofNullable(feedSwitch),
                new ArrayList<>(history.values()));
    }
}
