// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.chaos.feeds.OverrideModel.Place;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.harness.Conditions;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

class FeedWatchTest {
    private static final long IN_TIME = 0;
    private static final long LATE = 2 * FeedWatch.LIMIT.toNanos();

    private final OverrideModel model = new OverrideModel();
    private final FeedWatch watch = new FeedWatch(model);

    private void announce(World world, int neighbor, int prefix, int number, Kind kind) {
        World.Neighbor from = world.neighbors().get(neighbor);
        Update update =
                Objects.requireNonNull(world.choices(from.peer(), prefix).get(kind));
        model.onAnnounce(from, world.nlri(from.peer(), prefix), number, kind, update);
    }

    private static Place place(World world, int prefix) {
        World.Neighbor first = world.neighbors().getFirst();
        return new Place(first.router().name(), world.nlri(first.peer(), prefix).prefix());
    }

    private static HeldRoute route(int number) {
        return new HeldRoute(
                List.of(new Communities(PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE, List.of(number))),
                Long.MIN_VALUE,
                false);
    }

    /** Makes override 2 of prefix 0 needed, ends the need for override 4 of prefix 1, and waits for a second. */
    private void changeNeedsAndWait(World world) {
        watch.begin();
        announce(world, 0, 0, 1, Kind.FORGED);
        announce(world, 1, 0, 2, Kind.GOOD);
        announce(world, 0, 1, 3, Kind.FORGED);
        announce(world, 1, 1, 4, Kind.GOOD);
        announce(world, 0, 1, 5, Kind.GOOD);
        waitFor(FeedWatch.LIMIT);
    }

    @Test
    void findsOverridesThatStayOrLeaveAtTheWrongTime() {
        try (World world = new World(2)) {
            changeNeedsAndWait(world);
            watch.onRemove(place(world, 0), route(2), true);
            assertThat(watch.takeRecent())
                    .as("another replica has the override")
                    .isZero();
            watch.onRemove(place(world, 0), route(2), false);
            watch.onRemove(place(world, 1), route(4), true);
            assertThat(watch.takeRecent()).isGreaterThan(FeedWatch.LIMIT.toNanos());
            watch.end(IN_TIME, 0);
            assertThat(watch.faults()).hasSize(2);
            assertThat(watch.faults().getFirst()).contains("lost the override 2, which was needed for 1");
            assertThat(watch.faults().getLast()).contains("had the override 4 for 1", "announcement 5 of kind GOOD");
        }
    }

    @Test
    void forgivesDelaysOfLateVerdicts() {
        try (World world = new World(2)) {
            changeNeedsAndWait(world);
            watch.onRemove(place(world, 0), route(2), false);
            watch.onRemove(place(world, 1), route(4), true);
            watch.end(LATE, 0);
            assertThat(watch.faults()).isEmpty();
            assertThat(watch.takeReport()).contains("2 late with their verdicts");
        }
    }

    @Test
    void permitsTwiceTheLongestWaitForAVerdict() {
        try (World world = new World(2)) {
            changeNeedsAndWait(world);
            watch.onRemove(place(world, 1), route(4), true);
            watch.end(FeedWatch.LIMIT.toNanos(), 0);
            assertThat(watch.faults()).isEmpty();
        }
    }

    @Test
    void permitsTheWaitOfEachProcessForAProcessor() {
        try (World world = new World(2)) {
            changeNeedsAndWait(world);
            watch.onRemove(place(world, 1), route(4), true);
            watch.end(IN_TIME, FeedWatch.LIMIT.toNanos());
            assertThat(watch.faults()).isEmpty();
            assertThat(watch.takeReport()).contains("longest wait for a processor 1000 ms");
        }
    }

    @Test
    void aScheduleMayPermitLongerStays() {
        try (World world = new World(2)) {
            watch.limit(FeedWatch.LIMIT.multipliedBy(20));
            changeNeedsAndWait(world);
            watch.onRemove(place(world, 1), route(4), true);
            watch.end(IN_TIME, 0);
            assertThat(watch.faults()).isEmpty();
            assertThat(watch.takeReport()).contains("1 withdrawn or replaced");
        }
    }

    /** A replica reads the withdrawal of an update before an earlier withdrawal of a key. */
    @Test
    void anOverrideMayLeaveWhileAReplicaHasOldKeys() {
        try (World world = new World(2)) {
            model.setDetourKey(true);
            model.onKeyResponse();
            announce(world, 2, 0, 6, Kind.DETOUR);
            changeNeedsAndWait(world);
            model.setDetourKey(false);
            model.onWithdraw(
                    world.neighbors().getFirst(),
                    world.nlri(world.neighbors().getFirst().peer(), 0));
            assertThat(model.needed(place(world, 0)))
                    .as("because of the path without a key")
                    .map(OverrideModel.Path::number)
                    .hasValue(2);
            watch.onRemove(place(world, 0), route(2), false);
            watch.end(IN_TIME, 0);
            assertThat(watch.faults()).isEmpty();

            watch.begin();
            model.onKeyResponse();
            waitFor(FeedWatch.LIMIT);
            watch.onRemove(place(world, 0), route(2), false);
            watch.end(IN_TIME, 0);
            assertThat(watch.faults()).as("the replica must know the key").hasSize(1);
        }
    }

    @Test
    void aStayAfterAChangeOfTheKeyCountsFromTheAnswerOfTheCache() {
        try (World world = new World(2)) {
            model.setDetourKey(true);
            model.onKeyResponse();
            watch.begin();
            announce(world, 0, 0, 1, Kind.DETOUR);
            announce(world, 1, 0, 2, Kind.FORGED);
            Duration moment = Duration.ofMillis(300);
            model.setDetourKey(false);
            waitFor(moment);
            model.onKeyResponse();
            long answered = System.nanoTime();
            watch.onRemove(place(world, 0), route(1), false);
            assertThat(watch.takeRecent()).isLessThanOrEqualTo(System.nanoTime() - answered + 1_000_000);

            model.setDetourKey(true);
            model.setDetourKey(false);
            waitFor(FeedWatch.LIMIT.plus(moment));
            watch.onRemove(place(world, 0), route(1), false);
            assertThat(watch.takeRecent())
                    .as("key-sync has not asked for a second")
                    .isGreaterThanOrEqualTo(moment.toNanos());
            assertThat(watch.takeReport()).contains("2 by a change of the key", "key-sync had it after ");
        }
    }

    private static void waitFor(Duration moment) {
        long start = System.nanoTime();
        Conditions.await("the time", () -> System.nanoTime() - start > moment.toNanos());
    }
}
