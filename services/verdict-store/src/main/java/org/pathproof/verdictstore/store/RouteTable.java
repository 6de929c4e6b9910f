// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.SessionText;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.PrefixRows;
import org.pathproof.verdictstore.paged.Reading;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * All current verdicts. The table has rows and no objects (package {@code paged}); a query makes the {@link Route}
 * objects of its answer.
 *
 * <p>One thread writes, which may give {@link #part}s of a batch to others. Changes between {@link #begin} and
 * {@link #commit} become visible together; any other change is visible at once. Any thread reads, without locks. A
 * query of single prefixes is consistent. A longer walk reads in portions, and later portions see later changes.
 */
public final class RouteTable implements RouteLookup {
    private final Gaps gaps = new Gaps();
    /** A value of {@link System#nanoTime}, written by the writing thread only. */
    private volatile long lastSynced = System.nanoTime();
    /** The store and its sessions, which {@link #clear} replaces. */
    private volatile TableContents contents;

    // Used by the writing thread only
    private final DecodedVerdict single = new DecodedVerdict();
    private VerdictWriter verdicts;
    private RowStore.@Nullable Batch batch;

    /** Creates a table with one shard. */
    public RouteTable() {
        this(1);
    }

    /** @param shards number of shards, usually that of the topic's partitions */
    public RouteTable(int shards) {
        this.contents = new TableContents(shards);
        this.verdicts = new VerdictWriter(contents);
    }

    /** Begins changes that become visible together. */
    public void begin() {
        if (batch != null) {
            throw new IllegalStateException("the changes of the last batch are not committed");
        }
        batch = contents.rows().begin();
    }

    /** Shows the changes since {@link #begin} to readers. */
    public void commit() {
        RowStore.Batch open = openBatch();
        batch = null;
        contents.commit(open);
    }

    /**
     * Does what the store does between changes, in the writing thread: makes room for epochs, uses memory again.
     *
     * @param nanos time for this work, if there is as much
     */
    public void upkeep(long nanos) {
        contents.upkeep(nanos);
    }

    /** Changes of one record, in the present batch or in one of their own. */
    private <T> T write(Function<RowStore.Batch, T> change) {
        RowStore.Batch open = batch;
        if (open != null) {
            return change.apply(open);
        }
        RowStore.Batch own = contents.rows().begin();
        try {
            return change.apply(own);
        } finally {
            contents.commit(own);
        }
    }

    /**
     * Applies a record of pathproof.verdicts. A null value withdraws the route.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public RouteChange applyVerdict(byte[] keyBytes, byte @Nullable [] value) {
        single.read(keyBytes, value);
        return apply(single);
    }

    /**
     * Applies a verdict of a group.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public RouteChange applyVerdict(VerdictGroup group, int i) {
        return apply(group.get(i));
    }

    private RouteChange apply(DecodedVerdict verdict) {
        verdict.key(); // throws the fault of the record
        return write(open -> verdicts.apply(open, verdict));
    }

    /** Reads the memory that the verdicts of a group will change. They must be applied in the present batch. */
    public void readAhead(VerdictGroup group) {
        verdicts.readAhead(openBatch(), group);
    }

    private RowStore.Batch openBatch() {
        RowStore.Batch open = batch;
        if (open == null) {
            throw new IllegalStateException("no batch has begun");
        }
        return open;
    }

    /**
     * Returns a part of the present batch, for another thread. The thread ends its work before {@link #joinParts}, and
     * no two threads have verdicts of one shard.
     */
    public TablePart part() {
        return new TablePart(contents, openBatch().part());
    }

    /** Takes the changes of all parts over. From now on, the writing thread may change their shards. */
    public void joinParts() {
        openBatch().join();
    }

    /** Returns a loader of the present table, which {@link #clear} ends. */
    public TableLoader loader() {
        return new TableLoader(contents);
    }

    /**
     * Applies a record of pathproof.sessions. A null value deletes the session.
     *
     * @throws IllegalArgumentException when the key is not a session id or the value is not a session
     */
    public SessionChange applySession(byte[] keyBytes, byte @Nullable [] value) {
        SessionId id = new SessionId(Bytes.copyOf(keyBytes));
        Session after = parseSession(value);
        return write(open -> {
            SessionView view = contents.sessions().get(id);
            Session before = view.session().orElse(null);
            if (after != null && after.getState() == State.UP && (before == null || before.getState() != State.UP)) {
                lastSynced = System.nanoTime(); // before the state, for readers that read them in reverse order
            }
            contents.sessions().setRecord(view, after);
            return new SessionChange(view, before, after);
        });
    }

    /**
     * Decodes a past record of pathproof.verdicts without applying it. The previous route is unknown. Any thread may
     * call this method.
     *
     * @return empty if the session is unknown
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public Optional<RouteChange> past(byte[] keyBytes, byte @Nullable [] value) {
        RouteKey key = RouteKey.ofBytes(keyBytes);
        SessionView session = contents.sessions().find(key.session());
        if (session == null) {
            return Optional.empty();
        }
        if (value == null) {
            return Optional.of(new RouteChange(key, session, null, null));
        }
        VerdictParts read = new VerdictParts();
        read.read(value);
        return Optional.of(new RouteChange(key, session, null, RouteReader.read(key, session, keyBytes, read)));
    }

    /**
     * Decodes a past record of pathproof.sessions without applying it. The result and the errors correspond to those of
     * {@link #past}.
     */
    public Optional<SessionChange> pastSession(byte[] keyBytes, byte @Nullable [] value) {
        SessionView session = contents.sessions().find(new SessionId(Bytes.copyOf(keyBytes)));
        return session == null ? Optional.empty() : Optional.of(new SessionChange(session, null, parseSession(value)));
    }

    /**
     * Removes all data. Kafka is then read again from the beginning.
     *
     * @param shards number of shards from now on, usually that of the topic's partitions
     */
    public void clear(int shards) {
        replace(new TableContents(shards));
        gaps.clear();
    }

    private void replace(TableContents by) {
        verdicts = new VerdictWriter(by);
        contents = by;
    }

    /**
     * Writes all data to a snapshot, while the table changes. The snapshot becomes equal to the table when the records
     * since the begin are applied to it again.
     *
     * @throws IOException if the file cannot be written, or this takes longer than the numbers can be held
     */
    public void write(SnapshotWriter to, Duration longest) throws IOException, InterruptedException {
        TableImage.write(contents, gaps, to, longest);
    }

    /**
     * Replaces all data by those of a snapshot.
     *
     * @param threads number of threads that read it
     * @throws IOException if the file is not a snapshot of this version or is damaged: the table is as before
     */
    public void read(SnapshotFile from, int threads) throws IOException {
        TableContents read = TableImage.read(from, gaps, threads);
        replace(read);
    }

    /**
     * Applies a record of pathproof.sessions whose key is the key of a gap ({@link Gaps#isGap}).
     *
     * @throws IllegalArgumentException when the value is not a gap
     */
    public void applyGap(byte[] keyBytes, byte @Nullable [] value) {
        gaps.put(keyBytes, value);
    }

    /**
     * Returns a sentence about sessions whose routes may be wrong, because retention deleted route events; empty if
     * there are no such sessions.
     */
    public String gapProblem() {
        return gaps.problem(
                sessionViews().stream().flatMap(view -> view.session().stream()).toList());
    }

    /**
     * Returns the last time at which a session became UP, which means that its router has sent the whole table. A value
     * of {@link System#nanoTime}.
     */
    public long lastSynced() {
        return lastSynced;
    }

    private static @Nullable Session parseSession(byte @Nullable [] value) {
        try {
            return value == null ? null : SessionText.clean(Session.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a session: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<Route> get(RouteKey key) {
        TableContents present = contents;
        try (Reading reading = present.rows().read()) { // before the session, whose number may be used again
            SessionView session = present.sessions().find(key.session());
            if (session == null) {
                return Optional.empty();
            }
            PrefixRows rows =
                    reading.rowsOfPrefix(Place.of(key.prefix(), key.safi()), RowFilter.ofSessions(session.number()));
            for (int i = 0; i < rows.count(); i++) {
                if (rows.pathId(i) == (int) key.pathId()) {
                    return Optional.of(new RouteReader(present.rows().dictionaries()).read(rows, i));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the number of stored routes, including those of sessions that are down. */
    public long size() {
        return contents.rows().rows();
    }

    /** Returns the number of stored routes of each shard, including those of sessions that are down. */
    public long[] sizesOfShards() {
        return contents.rows().rowsOfShards();
    }

    @Override
    public Collection<SessionView> sessionViews() {
        return contents.sessions().all();
    }

    /** Returns the memory of the routes, without that of the sessions. */
    public RowStore.Memory memory() {
        return contents.rows().memory();
    }

    /** A router key by AS number and SKI, as in a hop. */
    public record SigningKey(long asn, Bytes ski) {}

    /**
     * Counts, for each of the keys, the stored routes with a signature of the key. Keys without routes are absent.
     * Reads all rows.
     */
    public Map<SigningKey, Integer> routesSignedWith(Set<SigningKey> keys) {
        RowStore rows = contents.rows();
        Map<Integer, SigningKey> known = new HashMap<>();
        try (Reading reading = rows.read()) {
            for (SigningKey key : keys) {
                byte[] bytes = PathWriter.key(key.asn(), key.ski());
                int number =
                        rows.dictionaries().keys().find(Words.hash(bytes, 0, bytes.length), bytes, 0, bytes.length);
                if (number != Dictionary.NONE) {
                    known.put(number, key);
                }
            }
            Map<SigningKey, Integer> counts = new HashMap<>();
            reading.rowsSignedWith(List.copyOf(known.keySet()))
                    .forEach((number, count) -> counts.put(known.get(number), Math.toIntExact(count)));
            return counts;
        }
    }

    /** Returns the counts of all live routes. */
    public Totals totals() {
        Totals totals = Totals.none();
        sessionViews().forEach(session -> session.addTo(totals));
        return totals;
    }

    @Override
    public Iterator<Route> find(RouteQuery query, @Nullable RouteKey after) {
        TableContents present = contents;
        Prefix prefix = query.prefix();
        if (prefix == null || query.match() == Match.COVERED) {
            return new RouteSearch(present.rows(), new RouteFilters(query, present.sessions()), prefix, after);
        }
        RowFilter ofVerdicts = query.filter(null);
        PrefixSearch search =
                new PrefixSearch(present.rows(), () -> ofVerdicts, session -> isSelected(query, session), after);
        return switch (query.match()) {
            case EXACT, COVERED -> search.exact(prefix).iterator();
            case COVERING -> search.covering(prefix).iterator();
            case LONGEST -> search.longest(prefix).iterator();
        };
    }

    private static boolean isSelected(RouteQuery query, SessionView session) {
        return !query.selectsSessions()
                || session.session().filter(query::matches).isPresent();
    }

    @Override
    public Iterator<Route> routesOf(SessionId session) {
        TableContents present = contents;
        return new RouteSearch(present.rows(), () -> filterOf(present.sessions().find(session)), null, null);
    }

    @Override
    public Iterator<Route> routesOf(SessionId session, Prefix prefix) {
        TableContents present = contents;
        RouteSearch.Filters filters = () -> filterOf(present.sessions().find(session));
        return new PrefixSearch(present.rows(), filters, null).exact(prefix).iterator();
    }

    private static RowFilter filterOf(@Nullable SessionView session) {
        return session == null ? RowFilter.ofSessions() : RowFilter.ofSessions(session.number());
    }
}
