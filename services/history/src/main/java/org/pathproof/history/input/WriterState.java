// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.history.changes.Cause;
import org.pathproof.history.changes.Change;
import org.pathproof.history.changes.ChangeDetector;
import org.pathproof.history.changes.LastRecords;
import org.pathproof.history.changes.PartitionClocks;
import org.pathproof.history.changes.Positions;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.changes.RouteStates;
import org.pathproof.history.changes.SessionDeaths;
import org.pathproof.history.changes.SessionEvent;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.SliceWriter;
import org.pathproof.history.engine.StateLoader;
import org.pathproof.history.engine.View;
import org.pathproof.history.files.Manifest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of the writer: the last state of each route, the sessions, and the offsets of the next records. It
 * follows from the files, and then from the records in order. For one thread.
 */
final class WriterState {
    private static final Logger log = LoggerFactory.getLogger(WriterState.class);

    private final SliceWriter slices;
    private final WriterStatus status;
    private final RouteStates routes = new RouteStates();
    private final SessionDeaths deaths = new SessionDeaths();
    private final Map<Long, SessionEvent> sessions;
    private final ChangeDetector detector;
    private final PartitionClocks clocks;
    private final int generation;
    private final long[] sessionOffsets;
    private final long[] verdictOffsets;

    /** The last records of the routes while all are read again after a gap; null otherwise. */
    private @Nullable LastRecords last;

    /** Thrown if a row cannot be appended. The state is then ahead of the rows, and must be loaded again. */
    static final class RowsLostException extends RuntimeException {
        RowsLostException(SQLException cause) {
            super("rows cannot be kept in memory: " + cause.getMessage(), cause);
        }
    }

    /** Loads the state of the archive's manifest. Rows in memory are discarded. */
    WriterState(Archive archive, Engine engine, SliceWriter slices, WriterStatus status, Clock clock)
            throws SQLException, IOException {
        this.slices = slices;
        this.status = status;
        slices.discard();
        Manifest manifest = archive.manifest();
        try (View view = archive.view();
                DuckDBConnection connection = engine.connect()) {
            sessions = StateLoader.sessions(view, connection, deaths);
            StateLoader.routes(
                    view,
                    connection,
                    live -> routes.put(
                            live.route(),
                            live.states(),
                            live.epoch(),
                            live.asPath(),
                            live.originAs(),
                            live.rules(),
                            live.hop(),
                            live.failAs()));
        }
        generation = manifest.generation();
        sessionOffsets = array(manifest.sessions());
        verdictOffsets = array(manifest.verdicts());
        clocks = new PartitionClocks(clock, array(manifest.lastUs()));
        detector = new ChangeDetector(routes, deaths, clocks, this::append);
        if (manifest.baselineUs() == 0) {
            detector.setCause(Cause.BASELINE);
        } else if (manifest.resync()) {
            detector.setCause(Cause.GAP);
            routes.markUnseen();
        }
    }

    private static long[] array(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private void append(Change change) {
        try {
            slices.append(change);
            status.addChange();
        } catch (SQLException e) {
            throw new RowsLostException(e);
        }
    }

    /** Skips the records that later ones replaced, until the end of the reading after a gap. */
    void skipReplaced(LastRecords records) {
        last = records;
    }

    /** Reads a record of the verdicts. */
    void readVerdict(ConsumerRecord<byte[], byte[]> record) {
        long position = Positions.of(generation, record.offset());
        byte @Nullable [] key = record.key();
        LastRecords kept = last;
        try {
            if (kept == null || key == null || !kept.isReplaced(key, position)) {
                detector.read(record.partition(), position, record.timestamp(), key, record.value());
            }
        } catch (IllegalArgumentException e) {
            reject(record, e);
        }
        verdictOffsets[record.partition()] = record.offset() + 1;
    }

    /** Notes a record of the verdicts for {@link #skipReplaced}. */
    void note(LastRecords records, ConsumerRecord<byte[], byte[]> record) {
        byte @Nullable [] key = record.key();
        if (key != null) {
            try {
                records.add(key, Positions.of(generation, record.offset()));
            } catch (IllegalArgumentException e) {
                log.debug("no route key: offset={}", record.offset(), e); // reported when the record is read
            }
        }
    }

    /** Reads a record of the sessions. */
    void readSession(ConsumerRecord<byte[], byte[]> record) {
        byte @Nullable [] key = record.key();
        if (key != null && !Gaps.isGap(key)) {
            try {
                readSession(key, record);
            } catch (IllegalArgumentException e) {
                reject(record, e);
            } catch (SQLException e) {
                throw new RowsLostException(e);
            }
        }
        sessionOffsets[record.partition()] = record.offset() + 1;
    }

    private void readSession(byte[] key, ConsumerRecord<byte[], byte[]> record) throws SQLException {
        SessionEvent before = sessions.get(SessionEvent.number(key));
        SessionEvent event = SessionEvent.of(
                key,
                record.value(),
                record.timestamp(),
                record.partition(),
                Positions.of(generation, record.offset()),
                before);
        if (event != null && event.isNews(before)) {
            slices.append(event);
            sessions.put(event.session(), event);
            deaths.add(event.session(), event.deadBefore(), event.diedUs());
        }
    }

    private void reject(ConsumerRecord<byte[], byte[]> record, IllegalArgumentException e) {
        status.addRejected();
        log.warn(
                getMarker("history-record-rejected"),
                "record cannot be decoded: topic={} partition={} offset={} error=\"{}\"",
                record.topic(),
                record.partition(),
                record.offset(),
                e.getMessage());
    }

    /** Writes the withdrawals of all live routes that no record named since a gap. */
    void withdrawUnseen(Archive archive, Engine engine, long nowUs) throws SQLException {
        try (View view = archive.view();
                DuckDBConnection connection = engine.connect()) {
            StateLoader.routes(view, connection, live -> {
                RouteAddress route = live.route();
                if (routes.isUnseen(route)) {
                    routes.remove(route);
                    int partition = Math.min(live.partition(), verdictOffsets.length - 1);
                    append(ChangeDetector.withdrawal(
                            route,
                            nowUs,
                            partition,
                            Positions.of(generation, verdictOffsets[partition]),
                            live.epoch(),
                            Cause.GAP,
                            live.states()));
                }
            });
        }
        last = null;
        detector.setCause(null);
    }

    /** Ends the baseline: later changes have the causes that their records tell. */
    void endBaseline() {
        detector.setCause(null);
    }

    /** Sets the offset of the next record, which can lie after markers of transactions. */
    void setVerdictOffset(int partition, long offset) {
        verdictOffsets[partition] = Math.max(verdictOffsets[partition], offset);
    }

    /** Sets the offset of the next record. */
    void setSessionOffset(int partition, long offset) {
        sessionOffsets[partition] = Math.max(sessionOffsets[partition], offset);
    }

    long verdictOffset(int partition) {
        return verdictOffsets[partition];
    }

    long sessionOffset(int partition) {
        return sessionOffsets[partition];
    }

    /** Returns the time of the last record of a partition, microseconds since 1970; 0 for none. */
    long lastUs(int partition) {
        return clocks.lastUs()[partition];
    }

    int liveRoutes() {
        return routes.size();
    }

    /** Returns a manifest with the offsets of this state as a further slice. */
    Manifest addTo(Manifest manifest, long readUs) {
        return manifest.withOffsets(
                manifest.sequence() + 1, list(sessionOffsets), list(verdictOffsets), list(clocks.lastUs()), readUs);
    }

    private static List<Long> list(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** Returns the offsets for the metadata of files. */
    String offsets() {
        return "{\"generation\":" + generation + ",\"sessions\":" + Arrays.toString(sessionOffsets) + ",\"verdicts\":"
                + Arrays.toString(verdictOffsets) + "}";
    }

    /** Returns the time of a clock, microseconds since 1970. */
    static long nowUs(Clock clock) {
        return TimeUnit.MILLISECONDS.toMicros(clock.millis());
    }
}
