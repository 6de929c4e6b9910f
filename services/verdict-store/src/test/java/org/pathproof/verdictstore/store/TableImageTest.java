// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;

/** A table that is read from a snapshot, with the records since its begin, equals the table that went on meanwhile. */
final class TableImageTest {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final List<LoggedRecord> records = new ArrayList<>();

    private record LoggedRecord(boolean isSession, byte[] key, byte @Nullable [] value) {
        void applyTo(RouteTable table) {
            if (isSession) {
                table.applySession(key, value);
            } else {
                table.applyVerdict(key, value);
            }
        }
    }

    private Path file() {
        return directory.resolve("table.snapshot");
    }

    @ParameterizedTest
    @CsvSource({
        // seed, shards, prefixes, sessions, records before the snapshot, ends of sessions in 10 changes
        "1, 1, 3, 5, 3000, 5",
        "2, 3, 300, 40, 20000, 3",
        // Prefixes with several blocks
        "3, 2, 3, 700, 12000, 1",
        // More than 16 epochs of a session
        "4, 1, 20, 4, 8000, 0",
        "5, 8, 4000, 9, 30000, 2",
        "6, 2, 10, 2, 0, 2",
    })
    void equalsTheTableThatWentOn(int seed, int shards, int prefixes, int sessions, int before, int ends)
            throws IOException {
        History history = new History(seed, prefixes, sessions);
        RouteTable table = new RouteTable(shards);
        for (int i = 0; i < sessions; i++) {
            change(table, i, history.session(i, 0));
        }
        for (int i = 0; i < before; i++) {
            change(table, history, ends);
        }
        int begin = records.size();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(table));
        for (int i = 0; i < 1000 || !writing.isDone(); i++) {
            change(table, history, ends);
        }
        writing.join();

        RouteTable read = new RouteTable();
        try (SnapshotFile from = new SnapshotFile(file())) {
            read.read(from, 2);
        }
        records.subList(begin, records.size()).forEach(record -> record.applyTo(read));
        compare(table, read);
        for (int i = 0; i < 3000; i++) {
            change(table, history, ends);
            records.getLast().applyTo(read);
        }
        table.upkeep(Long.MAX_VALUE / 4);
        read.upkeep(Long.MAX_VALUE / 4);
        compare(table, read);
        for (LoggedRecord record : List.copyOf(records)) {
            if (!record.isSession()) {
                read.applyVerdict(record.key(), null);
            }
        }
        assertThat(read.size()).isZero();
        assertThat(read.totals().routes()).isZero();
    }

    private void write(RouteTable table) {
        try (SnapshotWriter to = new SnapshotWriter(file())) {
            table.write(to, LONGEST);
            to.finish();
        } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    private void change(RouteTable table, History history, int ends) {
        Random random = history.random();
        if (random.nextInt(200) == 0) {
            int number = random.nextInt(history.sessions());
            change(table, number, history.session(number, ends));
            return;
        }
        RouteKey key = history.key();
        Verdict verdict = random.nextInt(10) < 3 ? null : history.verdict(key);
        apply(table, new LoggedRecord(false, key.toBytes(), verdict == null ? null : verdict.toByteArray()));
    }

    private void change(RouteTable table, int number, @Nullable Session session) {
        byte[] key = Records.sessionId(number).bytes().toArray();
        apply(table, new LoggedRecord(true, key, session == null ? null : session.toByteArray()));
    }

    private void apply(RouteTable table, LoggedRecord record) {
        records.add(record);
        record.applyTo(table);
    }

    private static void compare(RouteTable table, RouteTable read) {
        assertThat(texts(read.find(RouteQuery.ALL, null))).isEqualTo(texts(table.find(RouteQuery.ALL, null)));
        assertThat(read.size()).isEqualTo(table.size());
        Map<SessionId, String> expected = counts(table);
        Map<SessionId, String> found = counts(read);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((id, counts) -> assertThat(found.get(id)).isEqualTo(counts));
    }

    private static Map<SessionId, String> counts(RouteTable table) {
        Map<SessionId, String> counts = new HashMap<>();
        for (SessionView view : table.sessionViews()) {
            Totals totals = view.totals();
            if (view.session().isPresent()) {
                counts.put(
                        view.id(),
                        view.session() + " " + totals.routes() + " " + totals.signed() + " " + totals.derived() + " "
                                + new TreeMap<>(totals.offenders()));
            }
        }
        return counts;
    }

    private static List<String> texts(Iterator<Route> routes) {
        List<String> texts = new ArrayList<>();
        routes.forEachRemaining(route -> texts.add(route.key() + " "
                + route.verdict().toBuilder()
                        .clearReceivedUs()
                        .clearValidatedUs()
                        .build()));
        return texts;
    }

    @Test
    void keepsGaps() throws IOException {
        RouteTable table = new RouteTable();
        change(table, 1, Records.session(1, 1, 1).build());
        Gap gap = Gap.newBuilder()
                .setTopic("pathproof.routes")
                .setPartition(3)
                .setNumber(5)
                .build();
        table.applyGap(Gaps.key("pathproof.routes", 3), gap.toByteArray());
        write(table);
        RouteTable read = new RouteTable();
        try (SnapshotFile from = new SnapshotFile(file())) {
            read.read(from, 1);
        }
        assertThat(read.gapProblem()).isNotEmpty().isEqualTo(table.gapProblem());
    }

    @Test
    void anyOtherByteIsNoticedAndTheTableStaysAsItWas() throws IOException {
        History history = new History(9, 20, 5);
        RouteTable table = new RouteTable(2);
        for (int i = 0; i < 400; i++) {
            change(table, history, 2);
        }
        write(table);
        byte[] whole = Files.readAllBytes(file());
        RouteTable other = new RouteTable();
        other.applyVerdict(
                history.key().toBytes(), history.verdict(history.key()).toByteArray());
        for (int at = 0; at < whole.length; at += 1 + whole.length / 300) {
            byte[] changed = whole.clone();
            changed[at] ^= 1 << at % 8;
            assertRefused(other, changed);
        }
        for (int length = 0; length < whole.length; length += 1 + whole.length / 100) {
            assertRefused(other, Arrays.copyOf(whole, length));
        }
        assertRefused(other, "no snapshot, but long enough to be one".getBytes(StandardCharsets.US_ASCII));
    }

    private void assertRefused(RouteTable table, byte[] content) throws IOException {
        Path damaged = directory.resolve("damaged");
        Files.write(damaged, content);
        assertThatThrownBy(() -> {
                    try (SnapshotFile from = new SnapshotFile(damaged)) {
                        table.read(from, 1);
                    }
                })
                .isInstanceOf(UnusableSnapshotException.class);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void aWriterThatTakesTooLongHoldsNoNumbers() throws Exception {
        RouteTable table = new RouteTable();
        History history = new History(3, 20, 5);
        for (int i = 0; i < 100; i++) {
            change(table, history, 2);
        }
        try (SnapshotWriter to = new SnapshotWriter(file())) {
            assertThatThrownBy(() -> table.write(to, Duration.ZERO))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("within PT0S");
        }
        write(table); // which needs the numbers
        assertThat(Files.size(file())).isPositive();
    }
}
