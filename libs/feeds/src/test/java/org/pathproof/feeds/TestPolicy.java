// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.policy.Acceptance;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.NoAlternative;
import org.pathproof.feeds.policy.OverrideLimits;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Bytes;

/**
 * Builds router policies. By default, a policy refuses NOT_VALID and MALFORMED paths, and has very high limits and no
 * damping.
 */
public final class TestPolicy {
    public static final Instant NOW = Instant.parse("2026-11-22T09:00:00Z");
    public static final Bytes CLUSTER = Bytes.fromHex("0a0000fe");
    public static final FeedNumbers NUMBERS = new FeedNumbers(64496, 33, CLUSTER);
    /** Two replicas: 192.0.2.250 with identifier 250, and 192.0.2.251 with 251. */
    public static final FeedSpeakers SPEAKERS =
            new FeedSpeakers(Set.of(TestPath.address(250), TestPath.address(251)), Set.of(250, 251), CLUSTER);

    private boolean feeds = true;
    private PolicyKind kind = PolicyKind.REJECT_NOT_VALID;
    private Acceptance acceptance = new Acceptance(Set.of(Refusal.MALFORMED));
    private NoAlternative noAlternative = NoAlternative.KEEP;
    private boolean trustPrePolicy;
    private OptionalLong localPreference = OptionalLong.empty();
    private OverrideLimits limits = new OverrideLimits(1_000_000, 1_000_000, Duration.ofSeconds(1));
    private FlapDamping damping = new FlapDamping(Duration.ofMinutes(1), 1_000_000_000, 1_000, FlapAction.KEEP);
    private List<PolicyException> exceptions = List.of();
    private FeedNumbers numbers = NUMBERS;

    public static TestPolicy of(PolicyKind kind) {
        TestPolicy policy = new TestPolicy();
        policy.kind = kind;
        return policy;
    }

    public static TestPolicy overriding() {
        return new TestPolicy();
    }

    public TestPolicy switchedOff() {
        feeds = false;
        return this;
    }

    public TestPolicy refusing(Refusal... refusals) {
        acceptance = new Acceptance(Set.of(refusals));
        return this;
    }

    public TestPolicy listing() {
        noAlternative = NoAlternative.LIST;
        return this;
    }

    public TestPolicy trustingPrePolicy() {
        trustPrePolicy = true;
        return this;
    }

    public TestPolicy localPreference(long preference) {
        localPreference = OptionalLong.of(preference);
        return this;
    }

    public TestPolicy limits(int overrides, int changes, Duration interval) {
        limits = new OverrideLimits(overrides, changes, interval);
        return this;
    }

    public TestPolicy damping(FlapDamping damping) {
        this.damping = damping;
        return this;
    }

    public TestPolicy exceptions(PolicyException... exceptions) {
        this.exceptions = List.of(exceptions);
        return this;
    }

    public TestPolicy ownAs(long as) {
        numbers = new FeedNumbers(as, numbers.communityBase(), numbers.clusterId());
        return this;
    }

    public RouterPolicy policy() {
        RouterGroup group = new RouterGroup(
                "border",
                List.of(),
                kind,
                acceptance,
                noAlternative,
                trustPrePolicy,
                localPreference,
                100,
                limits,
                damping);
        return new RouterPolicy(feeds, Optional.of(numbers), group, exceptions);
    }
}
