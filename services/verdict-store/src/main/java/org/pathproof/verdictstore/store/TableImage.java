// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.paged.DictionaryImage;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.paged.SessionSlots;
import org.pathproof.verdictstore.paged.Upkeep;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;
import org.pathproof.wire.Bytes;

/**
 * The contents of a table in a snapshot. Rows come first, then the sessions and dictionaries whose numbers they have.
 * All numbers are held until then. Rows of different prefixes are of different times, all of them after the begin; so
 * the records after the begin are to be applied again.
 */
final class TableImage {
    /** Number of the layout of rows, dictionaries and sessions. A change of any of them needs a new number. */
    static final int FORMAT = 1;

    private static final int HOLD_INTERVAL_MS = 20;
    private static final String LAYOUT = "layout";
    private static final String SESSIONS = "sessions";
    private static final String GAPS = "gaps";

    private TableImage() {}

    /** Returns a number that differs if states, rules or fields of a verdict are others. */
    static int meanings() {
        List<Object> names = new ArrayList<>();
        names.addAll(List.of(PathState.values()));
        names.addAll(List.of(OriginVerdict.values()));
        names.addAll(List.of(AspaVerdict.values()));
        Arrays.stream(Rule.values()).map(Rule::label).forEach(names::add);
        AspaProcedure.getDescriptor().getValues().stream()
                .map(EnumValueDescriptor::getName)
                .forEach(names::add);
        Source.getDescriptor().getValues().stream()
                .map(EnumValueDescriptor::getName)
                .forEach(names::add);
        names.add(Verdict.getDescriptor().toProto());
        CRC32C sum = new CRC32C();
        sum.update(names.toString().getBytes(StandardCharsets.UTF_8));
        return (int) sum.getValue();
    }

    /**
     * Holds the numbers and writes the contents.
     *
     * @throws IOException if the file cannot be written, or this takes longer than {@code longest}
     */
    static void write(TableContents contents, Gaps gaps, SnapshotWriter to, Duration longest)
            throws IOException, InterruptedException {
        Upkeep upkeep = contents.rows().upkeep();
        long end = System.nanoTime() + longest.toNanos();
        while (!upkeep.tryHold(longest.toNanos())) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("the upkeep of the table did not end within " + longest);
            }
            TimeUnit.MILLISECONDS.sleep(HOLD_INTERVAL_MS);
        }
        boolean held;
        try {
            write(contents, to);
        } finally {
            held = upkeep.release();
        }
        to.begin(GAPS);
        for (Map.Entry<String, byte[]> gap : gaps.records().entrySet()) {
            to.putArray(gap.getKey().getBytes(StandardCharsets.UTF_8));
            to.putArray(gap.getValue());
        }
        to.putArray(new byte[0]);
        if (!held) {
            throw new IOException("the snapshot was not written within " + longest);
        }
    }

    /** Writes the contents, while the numbers are held. */
    private static void write(TableContents contents, SnapshotWriter to) throws IOException {
        to.begin(LAYOUT);
        to.putInt(FORMAT);
        to.putInt(meanings());
        to.putInt(contents.rows().shards().size());
        contents.rows().writeRows(to);
        to.begin(SESSIONS);
        List<SessionView> sessions = List.copyOf(contents.sessions().all());
        to.putInt(sessions.size());
        for (SessionView session : sessions) {
            write(session, to);
        }
        DictionaryImage.write(contents.rows().dictionaries(), to);
    }

    private static void write(SessionView view, SnapshotWriter to) throws IOException {
        to.putInt(view.number());
        to.putArray(view.id().bytes().toArray());
        SessionId from = view.derivedFrom();
        to.putArray(from == null ? new byte[0] : from.bytes().toArray());
        Session session = view.session().orElse(null);
        to.putInt(session == null ? 0 : 1);
        if (session != null) {
            to.putArray(session.toByteArray());
        }
        view.writeSlots(to);
    }

    /**
     * Reads contents.
     *
     * @param gaps receives the gaps of the snapshot, in place of those that it has, when all else was read
     * @param threads number of threads that read shards
     * @throws UnusableSnapshotException if the file has no contents of this layout
     */
    static TableContents read(SnapshotFile file, Gaps gaps, int threads) throws IOException {
        SectionReader layout = file.section(LAYOUT);
        int format = layout.getInt();
        if (format != FORMAT || layout.getInt() != meanings()) {
            throw new UnusableSnapshotException(
                    UnusableSnapshotException.Kind.OTHER_VERSION,
                    "the layout " + format + " is not that of this version, " + FORMAT
                            + ", or states, rules or fields of verdicts are others");
        }
        int shards = layout.getInt();
        if (shards < 1 || shards > 1 << 16) {
            throw layout.damaged("there are " + shards + " shards");
        }
        TableContents contents = new TableContents(shards);
        readSessions(file.section(SESSIONS), contents);
        readRows(file, contents.rows(), threads);
        readGaps(file.section(GAPS), gaps);
        return contents;
    }

    private static void readGaps(SectionReader in, Gaps into) throws IOException {
        Gaps read = new Gaps();
        List<Map.Entry<byte[], byte[]>> records = new ArrayList<>();
        try {
            for (byte[] key = in.getArray(); key.length > 0; key = in.getArray()) {
                byte[] value = in.getArray();
                read.put(key, value); // an invalid value leaves the gaps as they are
                records.add(Map.entry(key, value));
            }
        } catch (IllegalArgumentException e) {
            throw UnusableSnapshotException.damaged("a gap: " + e.getMessage(), e);
        }
        into.clear();
        records.forEach(record -> into.put(record.getKey(), record.getValue()));
    }

    private static void readSessions(SectionReader in, TableContents into) throws IOException {
        int count = in.getInt();
        if (count < 0 || count > SessionSlots.MAX_SESSIONS) {
            throw in.damaged("there are " + count + " sessions");
        }
        List<SessionView> sessions = new ArrayList<>();
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int number = in.getInt();
            if (number < 0 || number >= SessionSlots.MAX_SESSIONS || !numbers.add(number)) {
                throw in.damaged("a session has number " + number);
            }
            sessions.add(readSession(in, number, into.rows()));
        }
        into.sessions().restore(sessions);
    }

    private static SessionView readSession(SectionReader in, int number, RowStore rows) throws IOException {
        try {
            SessionView view = new SessionView(number, sessionId(in.getArray()), rows.shards());
            byte[] from = in.getArray();
            if (from.length > 0) {
                view.isDerivedFrom(sessionId(from));
            }
            @Nullable Session record = in.getInt() == 0 ? null : Session.parseFrom(in.getArray());
            view.readSlots(in);
            view.setSession(record);
            return view;
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            throw UnusableSnapshotException.damaged("session " + number + ": " + e.getMessage(), e);
        }
    }

    private static SessionId sessionId(byte[] bytes) {
        return new SessionId(Bytes.copyOf(bytes));
    }

    private static void readRows(SnapshotFile file, RowStore into, int threads) throws IOException {
        DictionaryImage dictionaries = DictionaryImage.read(file, into.dictionaries());
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> shards = new ArrayList<>();
            for (int i = 0; i < into.shards().size(); i++) {
                int shard = i;
                Callable<?> task = () -> {
                    into.readRows(shard, file, dictionaries);
                    return shard;
                };
                shards.add(pool.submit(task));
            }
            for (Future<?> shard : shards) {
                await(shard);
            }
        }
    }

    private static void await(Future<?> shard) throws IOException {
        try {
            shard.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException known) {
                throw known;
            }
            throw UnusableSnapshotException.damaged("the rows cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the reading was interrupted", e);
        }
    }
}
