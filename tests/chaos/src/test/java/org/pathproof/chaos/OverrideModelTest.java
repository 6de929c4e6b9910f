// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.chaos.feeds.FeedSite;
import org.pathproof.chaos.feeds.OverrideModel;
import org.pathproof.chaos.feeds.OverrideModel.Path;
import org.pathproof.chaos.feeds.OverrideModel.Place;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.World;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

class OverrideModelTest {
    private final OverrideModel model = new OverrideModel();
    private int number;

    private int announce(World world, int neighbor, int prefix, Kind kind) {
        World.Neighbor from = world.neighbors().get(neighbor);
        Nlri nlri = world.nlri(from.peer(), prefix);
        Update update =
                Objects.requireNonNull(world.choices(from.peer(), prefix).get(kind));
        model.onAnnounce(from, nlri, ++number, kind, update);
        return number;
    }

    private static Place place(World world, int prefix) {
        World.Neighbor first = world.neighbors().getFirst();
        return new Place(first.router().name(), world.nlri(first.peer(), prefix).prefix());
    }

    @Test
    void anOverrideIsNeededWhileARefusedPathIsNotWorse() {
        try (World world = new World(3)) {
            Place place = place(world, 0);
            announce(world, 0, 0, Kind.FORGED);
            assertThat(model.needed(place)).as("no accepted path").isEmpty();
            int good = announce(world, 2, 0, Kind.GOOD);
            assertThat(model.needed(place)).map(Path::number).hasValue(good);
            int lower = announce(world, 1, 0, Kind.GOOD);
            assertThat(model.needed(place)).map(Path::number).hasValue(lower);
            assertThat(model.endOf(place, good)).isPresent();
            announce(world, 0, 0, Kind.GOOD);
            assertThat(model.needed(place)).as("all accepted").isEmpty();
            assertThat(model.endOf(place, lower)).isPresent();
        }
    }

    @Test
    void shorterPlainPathsNeedNoOverrideAndLongerOnesDo() {
        try (World world = new World(3)) {
            announce(world, 0, 1, Kind.FORGED);
            announce(world, 3, 1, Kind.PLAIN);
            assertThat(model.needed(place(world, 1))).isEmpty();
            announce(world, 0, 2, Kind.FORGED);
            int longer = announce(world, 3, 2, Kind.PLAIN);
            assertThat(model.needed(place(world, 2))).map(Path::number).hasValue(longer);
        }
    }

    @Test
    void aKeyAndASessionChangeTheNeed() {
        try (World world = new World(3)) {
            Place place = place(world, 0);
            model.setDetourKey(true);
            announce(world, 0, 0, Kind.DETOUR);
            int good = announce(world, 1, 0, Kind.GOOD);
            assertThat(model.needed(place)).isEmpty();
            model.setDetourKey(false);
            assertThat(model.needed(place)).map(Path::number).hasValue(good);
            assertThat(model.endOf(place, good)).isEmpty();
            model.endSession(world.neighbors().getFirst().peer());
            assertThat(model.needed(place)).isEmpty();
            model.beginSession(world.neighbors().getFirst().peer());
            Map<Prefix, Path> all = model.all(place.router());
            assertThat(all.get(place.prefix())).extracting(Path::number).isEqualTo(good);
            model.onWithdraw(
                    world.neighbors().get(1),
                    world.nlri(world.neighbors().get(1).peer(), 0));
            assertThat(model.needed(place)).isEmpty();
        }
    }

    @Test
    void overridesThatNoReplicaSendsAreLost() throws IOException {
        try (World world = new World(8);
                FeedSite site = new FeedSite(world, 1)) {
            new Load(world, new Ledger(), 1, site.model()).fill();
            int needed = world.routers().stream()
                    .mapToInt(router -> site.model().all(router.name()).size())
                    .sum();
            assertThat(needed).isPositive();
            assertThat(site.compare().lost()).hasSize(2 * needed);
            assertThat(site.hasAllSessions()).isFalse();
        }
    }
}
