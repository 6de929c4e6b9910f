// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
    @TempDir
    Path folder;

    @Test
    void readsThePlanFromTheRecordOfARun() throws Exception {
        Plan plan = new Plan(
                7,
                5000,
                3,
                100,
                true,
                Schedule.NAMES.stream().map(name -> Schedule.of(name, 7, 3)).toList());
        List<String> lines = new ArrayList<>(plan.lines());
        lines.add("# kill-collector  5,000 updates/s");
        Path record = Files.write(folder.resolve("run.txt"), lines);
        assertThat(Plan.read(record)).isEqualTo(plan);
    }

    @Test
    void schedulesFollowFromTheSeed() {
        assertThat(Schedule.of("kill-broker", 1, 3)).isEqualTo(Schedule.of("kill-broker", 1, 3));
        assertThat(Schedule.of("kill-broker", 1, 3)).isNotEqualTo(Schedule.of("kill-broker", 2, 3));
        assertThatThrownBy(() -> Schedule.of("kill-everything", 1, 3)).hasMessageContaining("kill-collector");
    }

    @Test
    void theSeedChoosesTheReplicaThatIsKilledFirst() {
        for (String name : List.of("feeds", "feeds-quick")) {
            assertThat(IntStream.range(0, 50).mapToObj(seed -> firstKilled(Schedule.of(name, seed, 1))))
                    .as(name)
                    .contains("policy-api-1", "policy-api-2");
        }
    }

    private static String firstKilled(Schedule schedule) {
        return schedule.steps().stream()
                .filter(step -> step.action() == Step.Action.KILL)
                .findFirst()
                .orElseThrow()
                .target();
    }

    @Test
    void replicasStartWithTheFirstScheduleThatNeedsThem() {
        Plan quick = plan(false, "kill-redis", "feeds-quick");
        assertThat(quick.hasFeeds()).isTrue();
        assertThat(quick.feedsFromStart()).isFalse();
        assertThat(plan(false, "feeds", "kill-redis").feedsFromStart()).isTrue();
        assertThat(plan(true, "kill-redis").feedsFromStart()).isTrue();
        assertThat(plan(false, "kill-redis").hasFeeds()).isFalse();
    }

    private static Plan plan(boolean feeds, String... schedules) {
        return new Plan(
                7,
                5000,
                1,
                100,
                feeds,
                Stream.of(schedules).map(name -> Schedule.of(name, 7, 1)).toList());
    }
}
