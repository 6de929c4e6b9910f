// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;
import org.pathproof.wire.rtr.SerialQuery;
import org.pathproof.wire.rtr.UnknownPdu;

/**
 * The router's side of RTR with one cache, across all its connections (RFC 8210 sections 5 to 8). The state machine has
 * neither sockets nor clocks: methods report events and return actions. Not thread-safe.
 *
 * <p>Data takes effect at End of Data, and is kept when connections fail. After an error, or an unanswered Serial
 * Query, the next query is a Reset Query, whose answer replaces the data.
 *
 * <p>Versions are tried from the highest down. A lower version is tried after Unsupported Protocol Version, and after
 * an answer of a lower version. A lower version is also tried when a cache that never used this version closes two
 * connections without an answer.
 */
final class RtrClientSession {
    /** An action for the owner of the connection. */
    sealed interface Action {
        record Send(RtrPdu pdu) implements Action {}

        /** The data is new, or confirmed as current. */
        record Deliver(RpkiSnapshot data) implements Action {}

        /**
         * Closes the connection.
         *
         * @param why the reason, for an operator
         * @param soon true if the next connection may follow at once
         */
        record Close(String why, boolean soon) implements Action {}
    }

    /** Longest time from a query to the first PDU of its answer, and between two PDUs of an answer. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(60);
    /** Longest time from Cache Response to End of Data. */
    private static final Duration WHOLE_ANSWER_TIME = Duration.ofMinutes(30);

    private static final int NO_VERSION = -1;

    private final int minVersion;
    private final int maxVersion;
    private final Duration retryLimit;
    private final RpkiBounds bounds;

    private RtrState state = RtrState.DISCONNECTED;
    private int version;
    private int spoken = NO_VERSION;
    private int silentCloses;
    private boolean negotiated;
    private boolean resetPending;
    private boolean notified;
    private @Nullable RpkiSnapshot data;
    private Map<Long, Map<AspaPdu.Layout, Aspa>> aspas = Map.of();
    private boolean sessionUsable;
    private @Nullable RtrAnswer answer;
    private RtrTiming timing = RtrTiming.DEFAULT;
    private @Nullable Instant lastUpdate;
    private Instant next = Instant.EPOCH;
    private Instant answerEnds = Instant.EPOCH;
    private @Nullable String problem = "not connected yet";
    private Duration holdOff = Duration.ZERO;

    /** @param retryLimit upper bound of the Retry Interval after No Data Available */
    RtrClientSession(int minVersion, int maxVersion, Duration retryLimit, RpkiBounds bounds) {
        this.minVersion = minVersion;
        this.maxVersion = maxVersion;
        this.retryLimit = retryLimit;
        this.bounds = bounds;
        this.version = maxVersion;
    }

    RtrState state() {
        return state;
    }

    int version() {
        return version;
    }

    @Nullable
    RpkiSnapshot data() {
        return data;
    }

    RtrTiming timing() {
        return timing;
    }

    @Nullable
    Instant lastUpdate() {
        return lastUpdate;
    }

    @Nullable
    String problem() {
        return problem;
    }

    /** Returns the time at which {@link #tick} is due. */
    Instant next() {
        return next;
    }

    /** Returns the minimum time to wait before the next connection. */
    Duration holdOff() {
        return holdOff;
    }

    List<Action> connected(Instant now) {
        holdOff = Duration.ZERO;
        negotiated = false;
        notified = false;
        answer = null;
        return List.of(query(now));
    }

    /** Reports that the connection was lost. Returns true if the next one may follow at once. */
    boolean disconnected(String why) {
        boolean unanswered = state == RtrState.NEGOTIATING;
        boolean silent = unanswered && !negotiated;
        state = RtrState.DISCONNECTED;
        problem = why;
        answer = null;
        if (silent && spoken < version && ++silentCloses >= 2) {
            silentCloses = 0;
            return lower(version - 1);
        }
        if (unanswered && sessionUsable) {
            // A cache may close the connection because it does not know the session, and its Error Report may be lost.
            sessionUsable = false;
            return true;
        }
        return false;
    }

    /** Reports that the connection failed. */
    void unreachable(String why) {
        state = RtrState.DISCONNECTED;
        problem = why;
    }

    List<Action> tick(Instant now) {
        if (now.isBefore(next)) {
            return List.of();
        }
        return switch (state) {
            case SYNCHRONISED, NO_DATA -> List.of(query(now));
            case NEGOTIATING, RECEIVING ->
                List.of(close("no answer of the cache for " + ANSWER_TIME.toSeconds() + " s"));
            case DISCONNECTED -> List.of();
        };
    }

    List<Action> damaged(WireError error, Bytes bytes) {
        String what = error.where() + ": " + error.message();
        if (RtrCodec.isErrorReport(bytes)) { // no Error Report answers another one (RFC 8210 section 5.11)
            sessionUsable = false;
            answer = null;
            return List.of(close("the cache sent an undecodable Error Report: " + what));
        }
        int theirs = bytes.u8(0);
        if (!negotiated && RtrCodec.isSerialNotify(bytes) && bytes.u32(4) == bytes.length()) {
            return List.of(); // ignored in any version (RFC 8210 section 7)
        }
        List<Action> versionFault = versionFault(theirs, bytes);
        return versionFault.isEmpty() ? fail(theirs, RtrError.CORRUPT_DATA, bytes, what) : versionFault;
    }

    /** Refuses a PDU with the wrong version (RFC 8210 section 7). Empty if the version is right. */
    private List<Action> versionFault(int theirs, Bytes pdu) {
        if (negotiated) {
            return theirs == version
                    ? List.of()
                    : fail(
                            RtrError.UNEXPECTED_PROTOCOL_VERSION,
                            pdu,
                            "version " + theirs + " in a session of version " + version);
        }
        return theirs <= version && theirs >= minVersion
                ? List.of()
                : fail(
                        RtrError.UNSUPPORTED_PROTOCOL_VERSION,
                        pdu,
                        "version " + theirs + " is not in " + minVersion + ".." + version);
    }

    List<Action> received(RtrPdu pdu, Instant now) {
        if (state == RtrState.RECEIVING && now.isAfter(answerEnds)) {
            sessionUsable = false;
            answer = null;
            return List.of(
                    close("the cache did not complete its answer within " + WHOLE_ANSWER_TIME.toMinutes() + " min"));
        }
        if (state == RtrState.NEGOTIATING || state == RtrState.RECEIVING) {
            next = now.plus(ANSWER_TIME);
        }
        if (pdu instanceof ErrorReport report) {
            return error(report, now);
        }
        if (!negotiated && pdu instanceof SerialNotify) {
            return List.of(); // ignored until the version is agreed (RFC 8210 section 7)
        }
        if (pdu.version() != version) {
            List<Action> versionFault = versionFault(pdu.version(), RtrCodec.encode(pdu));
            if (!versionFault.isEmpty()) {
                return versionFault;
            }
        }
        if (!negotiated) {
            boolean reset = resetPending;
            boolean lower = pdu.version() < version;
            version = pdu.version();
            if (lower && !reset) { // serials of different versions cannot be compared (RFC 8210 section 5.1)
                sessionUsable = false;
                return List.of(close("the cache speaks version " + version + " now", true));
            }
            negotiated = true;
            spoken = version;
            silentCloses = 0;
        }
        return switch (pdu) {
            case SerialNotify notify -> notified(notify, now);
            case CacheResponse response -> begin(response, now);
            case PrefixPdu prefix -> object(prefix, prefix.vrp(), prefix.announce());
            case RouterKeyPdu key -> object(key, key.key(), key.announce());
            case AspaPdu aspa -> aspa(aspa);
            case EndOfData end -> end(end, now);
            case CacheReset reset -> {
                sessionUsable = false;
                yield List.of(query(now));
            }
            case SerialQuery query -> wrongWay(query);
            case ResetQuery query -> wrongWay(query);
            case UnknownPdu unknown ->
                fail(
                        RtrError.UNSUPPORTED_PDU_TYPE,
                        RtrCodec.encode(unknown),
                        "type " + unknown.type() + " in version " + version);
            case ErrorReport report -> List.of();
        };
    }

    private Action query(Instant now) {
        state = RtrState.NEGOTIATING;
        next = now.plus(ANSWER_TIME);
        notified = false;
        resetPending = !sessionUsable || data == null;
        if (resetPending || data == null) {
            return new Action.Send(new ResetQuery(version));
        }
        return new Action.Send(
                new SerialQuery(version, data.sessionId(), data.serial().toLong()));
    }

    private List<Action> notified(SerialNotify notify, Instant now) {
        if (state == RtrState.NO_DATA) {
            return List.of(query(now));
        }
        if (state != RtrState.SYNCHRONISED || data == null) {
            notified = true;
            return List.of();
        }
        if (notify.sessionId() != data.sessionId()) {
            return fail(
                    RtrError.CORRUPT_DATA,
                    RtrCodec.encode(notify),
                    "Session ID " + notify.sessionId() + " instead of " + data.sessionId());
        }
        return notify.serial() == data.serial().toLong() ? List.of() : List.of(query(now));
    }

    private List<Action> begin(CacheResponse response, Instant now) {
        if (state != RtrState.NEGOTIATING) {
            return fail(RtrError.CORRUPT_DATA, RtrCodec.encode(response), "a Cache Response without a query");
        }
        if (resetPending || data == null) {
            answer = new RtrAnswer(response.sessionId());
        } else if (response.sessionId() == data.sessionId()) {
            answer = new RtrAnswer(response.sessionId(), data, aspas);
        } else {
            return fail(
                    RtrError.CORRUPT_DATA,
                    RtrCodec.encode(response),
                    "Session ID " + response.sessionId() + " instead of " + data.sessionId());
        }
        state = RtrState.RECEIVING;
        answerEnds = now.plus(WHOLE_ANSWER_TIME);
        return List.of();
    }

    private List<Action> object(RtrPdu pdu, RpkiObject object, boolean announce) {
        RtrAnswer open = answer;
        if (open == null) {
            return fail(RtrError.CORRUPT_DATA, RtrCodec.encode(pdu), "data outside of an answer");
        }
        return checked(pdu, open, open.object(object, announce));
    }

    private List<Action> aspa(AspaPdu pdu) {
        RtrAnswer open = answer;
        if (open == null) {
            return fail(RtrError.CORRUPT_DATA, RtrCodec.encode(pdu), "data outside of an answer");
        }
        return checked(pdu, open, open.aspa(pdu));
    }

    private List<Action> checked(RtrPdu pdu, RtrAnswer open, @Nullable RtrError error) {
        if (error != null) {
            return fail(error, RtrCodec.encode(pdu), "");
        }
        Optional<String> above = open.above(bounds);
        return above.isEmpty() ? List.of() : tooLarge(above.get());
    }

    /**
     * Closes the connection because the set exceeds a bound. The next attempt waits, because it would transfer the
     * whole set again.
     */
    private List<Action> tooLarge(String why) {
        holdOff = retryLimit;
        List<Action> refusal = fail(RtrError.INTERNAL_ERROR, Bytes.EMPTY, "the set is too large for this router");
        problem = why;
        return List.of(refusal.getFirst(), new Action.Close(why, false));
    }

    private List<Action> end(EndOfData end, Instant now) {
        RtrAnswer complete = answer;
        if (complete == null || end.sessionId() != complete.sessionId()) {
            return fail(
                    RtrError.CORRUPT_DATA,
                    RtrCodec.encode(end),
                    complete == null
                            ? "an End of Data without an answer"
                            : "Session ID " + end.sessionId() + " in End of Data, " + complete.sessionId()
                                    + " in Cache Response");
        }
        RpkiSnapshot after = complete.complete(new Serial((int) end.serial()));
        data = after;
        aspas = complete.aspas();
        answer = null;
        sessionUsable = true;
        timing = RtrTiming.of(end.intervals());
        lastUpdate = now;
        problem = null;
        state = RtrState.SYNCHRONISED;
        next = now.plus(timing.refresh());
        Action deliver = new Action.Deliver(after);
        return notified ? List.of(deliver, query(now)) : List.of(deliver);
    }

    private List<Action> error(ErrorReport report, Instant now) {
        String words = RtrError.of(report.code()).map(RtrError::registryName).orElse("error " + report.code());
        String said = "the cache reports " + words + (report.text().isEmpty() ? "" : ": " + report.text());
        if (negotiated && report.version() != version) { // the session ends without a report (RFC 8210 section 7)
            sessionUsable = false;
            return List.of(
                    close(said + " (in version " + report.version() + " of a session of version " + version + ")"));
        }
        if (report.code() == RtrError.NO_DATA_AVAILABLE.code()) {
            if (report.version() == version) {
                // The cache understood the query, so a later Serial Notify reports new data.
                negotiated = true;
                spoken = version;
            }
            state = RtrState.NO_DATA;
            answer = null;
            problem = said;
            Duration retry = timing.retry();
            next = now.plus(retry.compareTo(retryLimit) < 0 ? retry : retryLimit);
            return List.of();
        }
        if (report.code() == RtrError.UNSUPPORTED_PROTOCOL_VERSION.code() && !negotiated) {
            boolean soon = lower(Math.min(report.version(), version - 1));
            return List.of(close(said, soon));
        }
        sessionUsable = false;
        return List.of(close(said));
    }

    private List<Action> wrongWay(RtrPdu pdu) {
        return fail(RtrError.INVALID_REQUEST, RtrCodec.encode(pdu), "only routers send a " + pdu.typeName());
    }

    /**
     * Selects the version to try next. Returns false and selects the highest version if {@code lower} is not allowed.
     */
    private boolean lower(int lower) {
        sessionUsable = false;
        if (lower < minVersion) {
            version = maxVersion;
            return false;
        }
        version = lower;
        return true;
    }

    private List<Action> fail(RtrError error, Bytes erroneous, String text) {
        return fail(version, error, erroneous, text);
    }

    private List<Action> fail(int spokenNow, RtrError error, Bytes erroneous, String text) {
        sessionUsable = false;
        answer = null;
        String why = error.registryName() + (text.isEmpty() ? "" : ": " + text);
        Action report = new Action.Send(new ErrorReport(spokenNow, error.code(), erroneous, text));
        return List.of(report, close("the cache sent an invalid PDU: " + why));
    }

    private Action close(String why) {
        return close(why, false);
    }

    private Action close(String why, boolean soon) {
        negotiated = true; // the connection does not count as closed without an answer
        problem = why;
        return new Action.Close(why, soon);
    }
}
