// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
import static org.pathproof.routerfeeds.bgp.FeedBench.session;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.preview.PreviewedChange.Feed;
import org.pathproof.wire.Prefix;

/** Tests that the preview of a policy equals the changes of the feed when the policy is applied. */
final class PreviewTest {
    private static final int PEERS = 4;
    private static final int PREFIXES = 5;

    private final Random random = new Random();

    /** Returns a policy whose group matches the router, or another router. */
    private String policy(FeedBench bench) {
        StringBuilder yaml = new StringBuilder("""
                own-as: %d
                cluster-id: 10.0.0.254
                groups:
                  - name: border
                    routers: [%s]
                    policy: %s
                    reject: %s
                    trust-pre-policy: %s
                    max-overrides: %d
                """.formatted(
                        64998 + random.nextInt(2),
                        random.nextInt(5) > 0 ? "r1" : "r2",
                        pick("observe", "prefer-valid", "reject-not-valid", "reject-not-valid", "tag", "tag"),
                        pick("[]", "[malformed]", "[origin-invalid]"),
                        random.nextBoolean(),
                        random.nextInt(4) > 0 ? 100 : 1));
        if (random.nextBoolean()) {
            yaml.append("""
                    exceptions:
                      - prefix: 198.51.%d.0/24
                        owner: noc
                        reason: test
                        expires: %s
                    """.formatted(random.nextInt(PREFIXES), bench.now.plusSeconds(random.nextInt(20))));
        }
        return yaml.toString();
    }

    private String pick(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private void fill(FeedBench bench) {
        for (int peer = 1; peer <= PEERS; peer++) {
            boolean post = random.nextInt(3) > 0;
            int number = peer + (post ? 10 : 0);
            bench.put(number, session(number, peer, post ? ADJ_RIB_IN_POST : ADJ_RIB_IN_PRE));
            for (int prefix = 0; prefix < PREFIXES; prefix++) {
                Integer[] path = random.nextBoolean()
                        ? new Integer[] {65000 + peer, 64500}
                        : new Integer[] {65000 + peer, 64502, 64500};
                Verdict.Builder verdict = switch (random.nextInt(3)) {
                    case 0 -> notValid(1, path);
                    case 1 -> unsigned(path);
                    default -> valid(path);
                };
                if (random.nextInt(4) > 0) {
                    bench.put(key("198.51." + prefix + ".0/24", number), FeedBench.withAttributes(verdict));
                }
            }
        }
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void equalsTheAnnouncementsAfterThePolicyIsApplied(@ForAll long seed) {
        random.setSeed(seed);
        FeedBench bench = new FeedBench();
        bench.policy = FeedBench.state(policy(bench), random.nextInt(8) == 0);
        fill(bench);
        bench.decide();
        bench.pass(Duration.ofSeconds(random.nextInt(15)));
        String text = policy(bench);
        boolean off = bench.policy.isSwitchedOff();
        bench.now = bench.now.plusMillis(1); // the time of the next decision
        List<RouterPreview> previews =
                bench.feeds.preview(FeedBench.state(text, off).document()).toList();
        assertThat(previews).hasSize(1);
        bench.now = bench.now.minusMillis(1);

        bench.policy = FeedBench.state(text, off);
        Map<List<Object>, Optional<RouteAttributes>> changes = new HashMap<>();
        bench.decide().forEach(change -> changes.put(slot(Feed.OVERRIDE, change.prefix(), 0), change.attributes()));
        bench.tagged.stream()
                .filter(change -> change.pathId() != 0)
                .forEach(change -> changes.put(slot(Feed.TAG, change.prefix(), change.pathId()), change.attributes()));

        Map<List<Object>, Optional<RouteAttributes>> previewed = new HashMap<>();
        previews.getFirst()
                .changes()
                .forEach(change -> previewed.put(
                        slot(change.feed(), change.prefix(), change.pathId()),
                        change.after().map(AnnouncedPath::attributes)));
        assertThat(previewed).isEqualTo(changes);
        assertThat(previews.getFirst().policy().group().name())
                .isEqualTo(bench.feeds.status(0).getFirst().policy().group().name());
        Statistics.collect(changes.keySet().stream()
                .map(slot -> slot.getFirst().toString())
                .distinct()
                .sorted()
                .collect(Collectors.joining(" ")));
        Statistics.coverage(coverage -> {
            coverage.check("OVERRIDE").percentage(share -> share > 5);
            coverage.check("TAG").percentage(share -> share > 5);
        });
    }

    private static List<Object> slot(Feed feed, Prefix prefix, long pathId) {
        return List.of(feed, prefix, pathId);
    }
}
