// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.history.changes.Cause;
import org.pathproof.history.changes.Change;
import org.pathproof.history.changes.Change.States;
import org.pathproof.history.changes.Kind;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Dataset;

/** Merges, snapshots and retention over simulated days. A route changes each minute, and another one appears. */
final class UpkeepTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final int MINUTES_A_SLICE = 10;

    @TempDir
    private Path root;

    private Instant now = START;
    private DataFolder folder;
    private Archive archive;
    private Engine engine;
    private ParquetWriter parquet;
    private SliceWriter slices;
    private int minute;

    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    @BeforeEach
    void open() throws IOException, SQLException {
        folder = DataFolder.open(root);
        archive = new Archive(folder);
        engine = Engine.open(folder.root(), folder.temporary(), 256 << 20, 1);
        parquet = new ParquetWriter(folder);
        if (archive.manifest().baselineUs() == 0) {
            archive.commit(manifest -> manifest.restarted(Map.of("t", "1"), List.of(0L), List.of(0L), List.of(0L))
                    .complete(us(START)));
        }
        slices = new SliceWriter(archive, parquet, engine);
    }

    @AfterEach
    void close() throws IOException, SQLException {
        slices.close();
        engine.close();
        folder.close();
    }

    private static long us(Instant time) {
        return TimeUnit.MILLISECONDS.toMicros(time.toEpochMilli());
    }

    private Upkeep upkeep(Duration snapshots, Duration age, long bytes) {
        return new Upkeep(
                engine,
                archive,
                parquet,
                new Verifier(archive),
                new Upkeep.Limits(Duration.ofSeconds(1), snapshots, age, bytes),
                clock);
    }

    private static RouteAddress route(int number) {
        return new RouteAddress(1, 1, (10L << 24) + ((long) number << 8), 0, 24, 1, 0);
    }

    /** Writes the changes of some minutes. */
    private void write(int minutes) throws SQLException, IOException {
        for (int i = 0; i < minutes; i++) {
            now = START.plus(Duration.ofMinutes(minute));
            boolean isFirst = minute == 0;
            States after = new States(1 + minute % 2, 1, 0);
            slices.append(new Change(
                    route(0),
                    us(now),
                    0,
                    2L * minute,
                    1,
                    isFirst ? Kind.ANNOUNCED : Kind.REVALIDATED,
                    Cause.UPDATE,
                    after,
                    isFirst ? null : new States(1 + (minute + 1) % 2, 1, 0),
                    64_500,
                    "64500",
                    null,
                    0,
                    -1));
            slices.append(new Change(
                    route(minute + 1),
                    us(now) + 1,
                    0,
                    2L * minute + 1,
                    1,
                    Kind.ANNOUNCED,
                    Cause.UPDATE,
                    new States(3, 0, 0),
                    null,
                    64_501,
                    "64501",
                    null,
                    0,
                    -1));
            minute++;
            if (minute % MINUTES_A_SLICE == 0) {
                slices.write(
                        "",
                        us(now),
                        manifest -> manifest.withOffsets(
                                manifest.sequence() + 1, List.of(0L), List.of(0L), List.of(0L), us(now)));
            }
        }
    }

    private long files(Dataset dataset) {
        return archive.manifest().files(dataset).count();
    }

    private long rows(Dataset dataset) {
        return archive.manifest().files(dataset).mapToLong(DataFile::rows).sum();
    }

    private Map<RouteAddress, States> live() throws SQLException {
        Map<RouteAddress, States> live = new TreeMap<>((a, b) -> Long.compare(a.net(), b.net()));
        try (View view = archive.view();
                DuckDBConnection connection = engine.connect()) {
            StateLoader.routes(view, connection, route -> live.put(route.route(), route.states()));
        }
        return live;
    }

    private List<Long> stock() throws SQLException {
        List<Long> stock = new ArrayList<>();
        try (View view = archive.view();
                DuckDBConnection connection = engine.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT state, sum(d)::BIGINT FROM ("
                        + Rollups.stock(view.rollup(Dataset.FLOW, 0, Long.MAX_VALUE))
                        + ") GROUP BY state HAVING sum(d) <> 0 ORDER BY state")) {
            while (row.next()) {
                stock.add(row.getLong(1));
                stock.add(row.getLong(2));
            }
        }
        return stock;
    }

    private void assertContent() throws SQLException {
        Map<RouteAddress, States> live = live();
        assertThat(live).hasSize(minute + 1);
        assertThat(live.get(route(0))).isEqualTo(new States(1 + (minute - 1) % 2, 1, 0));
        assertThat(stock()).containsExactly(1L + (minute - 1) % 2, 1L, 3L, (long) minute);
    }

    @Test
    void hoursAreMergedWhenTheyAreOver() throws SQLException, IOException {
        Upkeep upkeep = upkeep(Duration.ofDays(9), Duration.ofDays(9), 1L << 40);
        write(60);
        upkeep.run();
        assertThat(files(Dataset.CHANGES)).isEqualTo(6);
        write(70);
        upkeep.run();
        assertThat(files(Dataset.CHANGES)).isEqualTo(3);
        assertThat(rows(Dataset.CHANGES)).isEqualTo(2L * minute);
        assertThat(files(Dataset.FLAPS)).isEqualTo(2);
        assertThat(rows(Dataset.FLAPS)).isEqualTo(2);
        assertContent();
        close();
        open();
        assertContent();
    }

    @Test
    void filesFromBeforeAndAfterASnapshotStaySeparate() throws SQLException, IOException {
        Upkeep upkeep = upkeep(Duration.ofMinutes(25), Duration.ofDays(9), 1L << 40);
        for (int i = 0; i < 13; i++) {
            write(10);
            upkeep.run();
            assertContent();
        }
        assertThat(files(Dataset.SNAPSHOT)).isEqualTo(4);
        for (DataFile snapshot : archive.manifest().files(Dataset.SNAPSHOT).toList()) {
            assertThat(archive.manifest().files(Dataset.CHANGES))
                    .allMatch(file -> file.last() <= snapshot.last() || file.first() > snapshot.last());
        }
    }

    @Test
    void oldFilesAreDeletedAndTheNumbersOfRoutesStay() throws SQLException, IOException {
        Upkeep upkeep = upkeep(Duration.ofHours(2), Duration.ofHours(5), 1L << 40);
        for (int i = 0; i < 24; i++) {
            write(30);
            upkeep.run();
            assertContent();
        }
        long oldest = archive.manifest()
                .files(Dataset.CHANGES)
                .mapToLong(DataFile::maxUs)
                .min()
                .orElseThrow();
        assertThat(oldest).isBetween(us(now.minus(Duration.ofHours(5))), us(now.minus(Duration.ofHours(3))));
        assertThat(archive.manifest().completeSinceUs())
                .isBetween(us(now.minus(Duration.ofHours(6))), us(now.minus(Duration.ofHours(5))));
        IntPredicate isBefore = hours -> archive.manifest()
                .files(Dataset.SNAPSHOT)
                .anyMatch(file -> file.maxUs() < us(now.minus(Duration.ofHours(hours))));
        assertThat(isBefore.test(5)).as("a snapshot before the oldest changes").isTrue();
        assertThat(isBefore.test(8)).isFalse();
        close();
        open();
        assertContent();
    }

    @Test
    void theOldestFilesAreDeletedIfAllAreTooLarge() throws SQLException, IOException {
        write(12 * 60);
        upkeep(Duration.ofHours(2), Duration.ofDays(9), 1L << 40).run();
        long bytes = archive.manifest().bytes();
        upkeep(Duration.ofHours(2), Duration.ofDays(9), bytes / 2).run();
        assertThat(archive.manifest().bytes()).isLessThanOrEqualTo(bytes / 2 + bytes / 10);
        assertContent();
    }
}
