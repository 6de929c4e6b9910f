// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.pathproof.chaos.Step.Action;
import org.pathproof.chaos.feeds.FeedWatch;
import org.pathproof.chaos.site.ChaosSite;
import org.pathproof.contracts.Topics;

/**
 * The faults of one round of load. At the end of the round, all parts of the initial site run again.
 *
 * @param steps steps in the order of their times
 */
public record Schedule(String name, List<Step> steps) {
    private static final String FEEDS_QUICK = "feeds-quick";
    private static final String FULL_DISK = "full-disk";

    /** The names of the schedules of a full run, in their order. */
    public static final List<String> NAMES = List.of(
            "kill-collector",
            "kill-validator",
            "kill-broker",
            "kill-redis",
            "kill-key-sync",
            "freeze-collector",
            "freeze-validator",
            "freeze-broker",
            "freeze-redis",
            "freeze-key-sync",
            "flaps",
            "scale",
            "partition",
            "rolling-restart",
            "two-collectors",
            "broker-and-validator",
            "deleted-routes",
            "lost-changelog",
            "lost-routes",
            "lost-verdicts",
            "lost-sessions",
            FULL_DISK,
            "feeds");

    /** The schedules of {@code chaos-quick}, a default stage of {@code ./pathproof test}. */
    public static final List<String> QUICK =
            List.of("kill-validator", "kill-collector", "kill-redis", "deleted-routes", FEEDS_QUICK);

    /** Load of the quick schedule with feeds, in updates a second. */
    private static final int QUICK_FEEDS_RATE = 1_000;

    /** Returns true if the schedule has a step of a kind. */
    boolean has(Action action) {
        return steps.stream().anyMatch(step -> step.action() == action);
    }

    /** Returns true if the schedule needs replicas that feed the routers. */
    boolean needsFeeds() {
        return name.startsWith("feeds");
    }

    /** Returns the maximum load, in updates a second. */
    int maxRate() {
        return name.equals(FEEDS_QUICK) ? QUICK_FEEDS_RATE : Integer.MAX_VALUE;
    }

    /**
     * Returns the longest permitted stay of an override without need. The quick schedule also runs on slow machines
     * and beside other programs.
     */
    Duration overrideLimit() {
        return name.equals(FEEDS_QUICK) ? FeedWatch.LIMIT.multipliedBy(2) : FeedWatch.LIMIT;
    }

    public Schedule {
        steps = steps.stream().sorted(Comparator.comparingLong(Step::atMillis)).toList();
    }

    /**
     * Returns the schedule of a name. The seed determines its times, and which broker and replica fail.
     *
     * @throws IllegalArgumentException when no schedule has this name
     */
    public static Schedule of(String name, long seed, int brokers) {
        Random random = new Random(seed * 1_000_003 + name.hashCode());
        Draft draft = new Draft(random);
        switch (name) {
            case "none" -> draft.key();
            case "kill-collector" -> draft.key().killed("collector-1", 3_000).killed("collector-1", 1_000);
            case "kill-validator" -> draft.key().killed("validator-1", 1_000).killed("validator-1", 3_000);
            case "kill-broker" -> draft.key().killed(broker(random, brokers), 6_000);
            case "kill-redis" -> draft.killed("redis", 3_000).key();
            case "kill-key-sync" -> draft.killed("key-sync", 3_000).key();
            case "freeze-collector" -> draft.key().frozen("collector-1", 5_000);
            // The freeze is longer than the validator's session timeout, and shorter than its transaction timeout.
            case "freeze-validator" -> draft.key().frozen("validator-1", 12_000);
            case "freeze-broker" -> draft.key().frozen(broker(random, brokers), 12_000);
            case "freeze-redis" -> draft.frozen("redis", 6_000).key();
            case "freeze-key-sync" -> draft.frozen("key-sync", 12_000).key();
            case "flaps" -> draft.key().flaps();
            case "scale" ->
                draft.key()
                        .then(1_000, Action.START, "validator-3")
                        .then(1_000, Action.START, "validator-4")
                        .then(0, Action.READY, "validator-3")
                        .then(0, Action.READY, "validator-4")
                        .then(0, Action.SHARED, "")
                        .then(6_000, Action.KILL, "validator-4")
                        .then(8_000, Action.END, "validator-3");
            case "partition" ->
                draft.key()
                        .then(0, Action.START, "validator-2")
                        .then(0, Action.READY, "validator-2")
                        .then(0, Action.SHARED, "")
                        .then(3_000, Action.CUT, "")
                        .then(15_000, Action.HEAL, "")
                        .then(8_000, Action.END, "validator-2");
            case "two-collectors" ->
                draft.key()
                        .then(0, Action.START, "collector-2")
                        .then(0, Action.READY, "collector-2")
                        .then(4_000, Action.KILL, "collector-1")
                        .then(9_000, Action.START, "collector-1")
                        .then(0, Action.READY, "collector-1")
                        .then(4_000, Action.FREEZE, "collector-2")
                        .then(12_000, Action.THAW, "collector-2")
                        .then(6_000, Action.END, "collector-1")
                        .then(4_000, Action.START, "collector-1")
                        .then(0, Action.READY, "collector-1")
                        .then(4_000, Action.END, "collector-2");
            // Two faults at once: the validator must restart while a broker is down.
            case "broker-and-validator" -> {
                String broker = broker(random, brokers);
                draft.key()
                        .then(500, Action.KILL, broker)
                        .then(1_000, Action.KILL, "validator-1")
                        .then(1_000, Action.START, "validator-1");
                if (brokers > 1) {
                    draft.then(0, Action.READY, "validator-1");
                }
                draft.then(2_000, Action.START, broker)
                        .then(0, Action.READY, broker)
                        .then(0, Action.READY, "validator-1")
                        .pause(3_000);
            }
            // Deletes the routes once without a validator, and once with a stopped validator.
            case "deleted-routes" ->
                draft.key()
                        .then(500, Action.KILL, "validator-1")
                        .then(1_000, Action.DELETE, "")
                        .then(500, Action.START, "validator-1")
                        .then(0, Action.READY, "validator-1")
                        .then(8_000, Action.FREEZE, "validator-1")
                        .then(1_000, Action.DELETE, "")
                        .then(500, Action.THAW, "validator-1")
                        .pause(3_000);
            case "lost-changelog" ->
                draft.key()
                        .then(500, Action.KILL, "validator-1")
                        .then(1_000, Action.DELETE_TOPIC, ChaosSite.CHANGELOGS)
                        .then(500, Action.START, "validator-1")
                        .then(0, Action.READY, "validator-1")
                        .pause(3_000);
            case "lost-routes" ->
                draft.key().then(2_000, Action.DELETE_TOPIC, Topics.ROUTES).pause(8_000);
            case "lost-verdicts" ->
                draft.key().then(2_000, Action.DELETE_TOPIC, Topics.VERDICTS).pause(8_000);
            case "lost-sessions" ->
                draft.key().then(2_000, Action.DELETE_TOPIC, Topics.SESSIONS).pause(8_000);
            // A broker stops when it cannot write. The kill ends one that has not noticed the full disk yet.
            case FULL_DISK -> {
                String broker = broker(random, brokers);
                draft.key()
                        .then(1_000, Action.FILL, broker)
                        .then(6_000, Action.KILL, broker)
                        .then(500, Action.RELEASE, broker)
                        .then(500, Action.START, broker)
                        .then(0, Action.READY, broker)
                        .pause(3_000);
            }
            case "feeds" -> draft.feeds(broker(random, brokers), 1 + random.nextInt(2));
            // The first change of the key warms the replicas up.
            case FEEDS_QUICK ->
                draft.then(0, Action.KEY_GONE, "")
                        .then(500, Action.KEY_BACK, "")
                        .lossOfOneReplica(replica(1 + random.nextInt(2)));
            case "rolling-restart" ->
                draft.ended("key-sync")
                        .ended("collector-1")
                        .ended("validator-1")
                        .ended("broker-1")
                        .key();
            default ->
                throw new IllegalArgumentException(
                        "unknown schedule " + name + "; the schedules are none, " + String.join(", ", NAMES));
        }
        return new Schedule(name, draft.steps);
    }

    private static String replica(int number) {
        return "policy-api-" + number;
    }

    private static String broker(Random random, int brokers) {
        return "broker-" + (1 + random.nextInt(brokers));
    }

    private static final class Draft {
        private final List<Step> steps = new ArrayList<>();
        private final Random random;
        private long now;

        Draft(Random random) {
            this.random = random;
            now = 2_000L + random.nextInt(1_000);
        }

        Draft then(int afterMillis, Action action, String target) {
            now += afterMillis + (long) random.nextInt(500);
            steps.add(new Step(now, action, target));
            return this;
        }

        Draft killed(String part, int forMillis) {
            return then(500, Action.KILL, part)
                    .then(forMillis, Action.START, part)
                    .then(0, Action.READY, part)
                    .pause(3_000);
        }

        Draft frozen(String part, int forMillis) {
            return then(500, Action.FREEZE, part).then(forMillis, Action.THAW, part);
        }

        Draft ended(String part) {
            return then(500, Action.END, part)
                    .then(200, Action.START, part)
                    .then(0, Action.READY, part)
                    .pause(1_000);
        }

        /** Withdraws the key early and publishes it again during the following steps. */
        Draft key() {
            long base = now;
            steps.add(new Step(base + random.nextInt(1_500), Action.KEY_GONE, ""));
            steps.add(new Step(base + 3_000 + random.nextInt(2_500), Action.KEY_BACK, ""));
            return this;
        }

        Draft flaps() {
            return then(500, Action.PEER_DOWN, "")
                    .then(1_000, Action.RESET, "")
                    .then(1_500, Action.PEER_UP, "")
                    .then(500, Action.PEER_DOWN, "")
                    .then(100, Action.PEER_UP, "")
                    .then(500, Action.RESET, "")
                    .then(300, Action.RESET, "");
        }

        /**
         * Adds faults of replicas, then faults of the other parts. After each of the latter, all parts are up again.
         *
         * @param first number of the replica that is killed first, 1 or 2; the other one is killed later
         */
        Draft feeds(String broker, int first) {
            String one = replica(first);
            String other = replica(3 - first);
            lossOfOneReplica(one)
                    .then(0, Action.CALM, "")
                    .then(1_000, Action.PEER_DOWN, "")
                    .then(2_000, Action.PEER_UP, "")
                    .pause(2_000)
                    .lossOfOneReplica(other)
                    .ended(one)
                    .then(500, Action.FEED_RESET, "")
                    .then(0, Action.CALM, "")
                    .pause(2_000)
                    .then(0, Action.FREEZE, other)
                    .then(12_000, Action.THAW, other);
            for (String part : List.of("validator-1", "collector-1", "redis", "key-sync", broker)) {
                then(0, Action.CALM, "").key().pause(6_000).killed(part, 2_000);
            }
            return then(0, Action.CALM, "")
                    .pause(2_000)
                    .then(0, Action.RESET, "")
                    .then(0, Action.CALM, "")
                    .pause(2_000);
        }

        /** Kills a replica while all other parts are up and a key is withdrawn, and starts the replica again. */
        Draft lossOfOneReplica(String replica) {
            return then(0, Action.CALM, "")
                    .then(1_500, Action.KEY_GONE, "")
                    .then(1_500, Action.KILL, replica)
                    .then(1_500, Action.KEY_BACK, "")
                    .then(1_500, Action.START, replica)
                    .then(0, Action.READY, replica);
        }

        Draft pause(int millis) {
            now += millis;
            return this;
        }
    }
}
