// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.input.Snapshots;
import org.pathproof.verdictstore.input.StoreStatus;

/** Starts a policy API from snapshots: good, damaged, foreign and old ones. */
class SnapshotStartTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final RouteKey FIRST = key("203.0.113.0/24", 1);
    private static final RouteKey SECOND = key("198.51.100.0/24", 1);
    private static final RouteKey THIRD = key("2001:db8::/32", 2);

    @TempDir
    Path directory;

    private String[] settings() {
        return new String[] {
            "pathproof.policy-api.snapshot-directory=" + directory, "pathproof.policy-api.snapshot-interval=1s"
        };
    }

    private RunningApi apiWithRoutes() {
        RunningApi api = new RunningApi(settings());
        api.rpki().replace(Set.of());
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 1, 2));
        api.putVerdict(FIRST, valid(65001, 64496));
        api.putVerdict(SECOND, notValid(1, 65001, 64497));
        api.awaitRoutes(2);
        awaitSnapshot(api);
        return api;
    }

    /** Waits until the snapshot has all records. */
    private void awaitSnapshot(RunningApi api) {
        Position position = Objects.requireNonNull(api.bean(StoreStatus.class).input().position());
        await().atMost(TIMEOUT).until(() -> {
            Position newest = api.bean(Snapshots.class).state().position();
            return newest != null && newest.covers(position);
        });
    }

    /** Deletes the present records from Kafka, so that only a snapshot has them. */
    private static void deleteRecords(RunningApi api) throws Exception {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int i = 0; i < RunningApi.PARTITIONS; i++) {
            all.put(new TopicPartition(Topics.VERDICTS, i), RecordsToDelete.beforeOffset(-1));
        }
        all.put(new TopicPartition(Topics.SESSIONS, 0), RecordsToDelete.beforeOffset(-1));
        api.admin().deleteRecords(all).all().get();
    }

    @Test
    void continuesWhereTheSnapshotEnds() throws Exception {
        try (RunningApi api = apiWithRoutes()) {
            api.publishVerdict(key("192.0.2.0/24", 1).toBytes(), new byte[] {1});
            await().atMost(TIMEOUT).until(() -> api.metric("pathproof_store_rejected_keys") == 1);
            awaitSnapshot(api);
            deleteRecords(api);
            // These records are after the snapshot, or in a later one.
            api.putVerdict(THIRD, valid(65002, 64498));
            api.withdraw(SECOND);
            api.putSession(1, session(1, 1, 1).setState(State.UP).setEpoch(2));

            api.restart(settings());
            assertThat(api.prefixes("")).isEqualTo(List.of("203.0.113.0/24", "2001:db8::/32"));
            assertThat(api.metric("pathproof_store_rejected_keys")).isEqualTo(1);
            assertThat(api.metric("pathproof_store_snapshot_bytes")).isPositive();
            assertThat(api.metric("pathproof_store_snapshot_age_seconds")).isLessThan(60);
            // The table goes on as before.
            api.putVerdict(SECOND, valid(65001, 64497));
            api.awaitRoutes(3);
            assertThat(directory.resolve("verdicts.snapshot.part")).doesNotExist();
        }
    }

    @Test
    void damagedSnapshotIsSetAside() throws IOException {
        try (RunningApi api = apiWithRoutes()) {
            api.restart(); // without snapshots
            Path file = directory.resolve("verdicts.snapshot");
            byte[] content = Files.readAllBytes(file);
            content[content.length / 2] ^= 1;
            Files.write(file, content);

            api.restart(settings());
            assertThat(api.prefixes("")).isEqualTo(List.of("198.51.100.0/24", "203.0.113.0/24"));
            assertThat(directory.resolve("verdicts.snapshot.damaged")).hasBinaryContent(content);
            awaitSnapshot(api);
            assertThat(file).exists();
        }
    }

    @Test
    void snapshotOfOtherTopicsIsSetAside() {
        try (RunningApi api = apiWithRoutes()) {
            api.restart();
            api.recreateVerdicts();
            api.restart(settings());
            assertThat(api.prefixes("")).isEmpty();
            assertThat(directory.resolve("verdicts.snapshot.foreign")).exists();
        }
    }

    @Test
    void snapshotFromBeforeTheWithdrawalsThatKafkaKeepsIsSetAside() throws Exception {
        try (RunningApi api = apiWithRoutes()) {
            api.restart();
            ConfigEntry keeps = new ConfigEntry(TopicConfig.DELETE_RETENTION_MS_CONFIG, "1");
            api.admin()
                    .incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topics.VERDICTS),
                            List.of(new AlterConfigOp(keeps, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            api.restart(settings());
            assertThat(api.prefixes("")).hasSize(2);
            assertThat(directory.resolve("verdicts.snapshot.old")).exists();
        }
    }

    @Test
    void secondProcessDoesNotUseTheDirectory() {
        try (RunningApi api = apiWithRoutes()) {
            // The first one has the lock while this one starts and runs.
            try (RunningApi other = api.further(settings())) {
                assertThat(other.prefixes("")).hasSize(2);
                await().atMost(TIMEOUT)
                        .until(() -> other.metric("pathproof_store_snapshot_failures_total") >= 1);
            }
            api.putVerdict(THIRD, valid(65002, 64498));
            api.awaitRoutes(3);
            awaitSnapshot(api);
        }
    }
}
