// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyProblem;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.policyapi.feed.FeedLatency;
import org.pathproof.policyapi.feed.FeedStatus;
import org.pathproof.policyapi.feed.PipelineStatus;
import org.pathproof.policyapi.feed.VerdictTraces;
import org.pathproof.policyapi.policy.PolicyState;
import org.pathproof.policyapi.policy.PolicyStore;
import org.pathproof.policyapi.settings.FeedSettings;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.Bytes;

/**
 * Builds the feeds from the settings. A setting or a policy that cannot be used stops the start, and the error names
 * the reason.
 */
public final class FeedConfiguration {
    /** Maximum size of a policy file in bytes: a character of UTF-8 has at most four bytes. */
    private static final long MAX_POLICY_BYTES = 4L * PolicyReader.MAX_LENGTH;

    private final FeedSettings settings;
    private final VerdictTraces traces;
    private final FeedLatency latency;

    /** Builds feeds without traces and latencies. */
    public FeedConfiguration(FeedSettings settings) {
        this(settings, VerdictTraces.OFF, FeedLatency.NONE);
    }

    /**
     * @param traces receives the changes of the feeds
     * @param latency receives the verdicts that caused changes
     */
    public FeedConfiguration(FeedSettings settings, VerdictTraces traces, FeedLatency latency) {
        this.settings = settings;
        this.traces = traces;
        this.latency = latency;
    }

    /**
     * Builds the feeds of all routers in the settings.
     *
     * @param connected returns the hashes of the routers with a BMP connection
     * @throws IllegalArgumentException when a setting cannot be used
     */
    public OverrideFeeds feeds(
            RouteTable table,
            Supplier<FeedStatus> verdicts,
            Supplier<PipelineStatus> pipeline,
            Supplier<Set<Bytes>> connected,
            RpkiSource rpki,
            Supplier<PolicyState> policies,
            Clock clock) {
        FeedSpeakers speakers = speakers();
        FeedSessions sessions = new FeedNeighbors(settings).sessions();
        CandidateReader reader = new CandidateReader(table);
        List<RouterFeed> routers = settings.routers().stream()
                .map(router -> new RouterFeed(
                        FeedAddresses.router(router),
                        table,
                        reader,
                        speakers,
                        settings.routerHold(),
                        output(sessions, FeedAddresses.router(router).text())))
                .toList();
        Staleness staleness = new Staleness(verdicts, pipeline, rpki, settings.staleAfter(), System::nanoTime);
        return new OverrideFeeds(table, staleness, connected, clock, policies, routers, sessions);
    }

    private OverrideOutput output(FeedSessions sessions, String router) {
        return TracedOutput.of(sessions.output(router), router, traces, latency);
    }

    /**
     * Reads the policy of the settings; empty if the settings name no file.
     *
     * @throws IllegalArgumentException when the policy cannot be used
     */
    public Optional<PolicyStore.InitialPolicy> policy() {
        if (settings.policy().isEmpty()) {
            return Optional.empty();
        }
        PolicyReader.Result result = PolicyReader.read(text(Path.of(settings.policy())), settings.policy());
        PolicyDocument document = result.document()
                .orElseThrow(() -> new IllegalArgumentException("pathproof.feeds.policy cannot be used: "
                        + result.problems().stream()
                                .map(PolicyProblem::toString)
                                .collect(Collectors.joining("; "))));
        return Optional.of(new PolicyStore.InitialPolicy(document, settings.policy()));
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_POLICY_BYTES) {
                throw new IllegalArgumentException("pathproof.feeds.policy: " + file + " has " + size
                        + " bytes, at most " + MAX_POLICY_BYTES + " are allowed");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("pathproof.feeds.policy: " + file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("pathproof.feeds.policy: cannot read " + file + ": " + e, e);
        }
    }

    private FeedSpeakers speakers() {
        Set<Bytes> addresses = new HashSet<>();
        settings.addresses().forEach(text -> addresses.add(FeedAddresses.address("addresses", text)));
        // CLUSTER_ID comes from the policy.
        return new FeedSpeakers(addresses, FeedAddresses.identifiers(settings), Bytes.EMPTY);
    }
}
