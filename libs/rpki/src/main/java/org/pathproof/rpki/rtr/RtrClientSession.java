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
 * neither sockets nor clocks: methods report events and return actions. {@link RtrVersionNegotiation} selects the
 * version. Not thread-safe.
 *
 * <p>Data takes effect at End of Data, and is kept when connections fail. After an error, or an unanswered Serial
 * Query, the next query is a Reset Query, whose response replaces the data.
 */
final class RtrClientSession {
    /** Longest time from a query to the first PDU of its response, and between two PDUs of a response. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(60);
    /** Longest time from Cache Response to End of Data. */
    private static final Duration WHOLE_ANSWER_TIME = Duration.ofMinutes(30);

    private final RtrVersionNegotiation versions;
    private final Duration retryLimit;
    private final RpkiBounds bounds;

    private RtrState state = RtrState.DISCONNECTED;
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
        this.versions = new RtrVersionNegotiation(minVersion, maxVersion);
        this.retryLimit = retryLimit;
        this.bounds = bounds;
    }

    RtrState state() {
        return state;
    }

    int version() {
        return versions.version();
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

    List<RtrClientAction> onConnect(Instant now) {
        holdOff = Duration.ZERO;
        versions.restart();
        notified = false;
        answer = null;
        return List.of(query(now));
    }

    /** Reports that the connection was lost. Returns true if the next one may follow at once. */
    boolean onDisconnect(String why) {
        boolean unanswered = state == RtrState.NEGOTIATING;
        state = RtrState.DISCONNECTED;
        problem = why;
        answer = null;
        if (unanswered && versions.recordSilentClose()) {
            return lower(version() - 1);
        }
        if (unanswered && sessionUsable) {
            // A cache that does not have the session may close the connection, and its Error Report may be lost.
            sessionUsable = false;
            return true;
        }
        return false;
    }

    /** Reports that the connection failed. */
    void onConnectFailure(String why) {
        state = RtrState.DISCONNECTED;
        problem = why;
    }

    List<RtrClientAction> tick(Instant now) {
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

    List<RtrClientAction> onMalformedPdu(WireError error, Bytes bytes) {
        String what = error.where() + ": " + error.message();
        if (RtrCodec.isErrorReport(bytes)) { // never in response to an Error Report (RFC 8210 section 5.11)
            sessionUsable = false;
            answer = null;
            return List.of(close("the cache sent an undecodable Error Report: " + what));
        }
        int theirs = bytes.u8(0);
        if (!versions.isAgreed() && RtrCodec.isSerialNotify(bytes) && bytes.u32(4) == bytes.length()) {
            return List.of(); // ignored in any version (RFC 8210 section 7)
        }
        List<RtrClientAction> versionFault = versionFault(theirs, bytes);
        return versionFault.isEmpty() ? fail(theirs, RtrError.CORRUPT_DATA, bytes, what) : versionFault;
    }

    /** Refuses a PDU with the wrong version (RFC 8210 section 7). Empty if the version is right. */
    private List<RtrClientAction> versionFault(int theirs, Bytes pdu) {
        return versions.fault(theirs)
                .map(fault -> fail(fault.error(), pdu, fault.why()))
                .orElse(List.of());
    }

    List<RtrClientAction> onPdu(RtrPdu pdu, Instant now) {
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
        if (!versions.isAgreed() && pdu instanceof SerialNotify) {
            return List.of(); // ignored until the version is agreed (RFC 8210 section 7)
        }
        if (pdu.version() != version()) {
            List<RtrClientAction> versionFault = versionFault(pdu.version(), RtrCodec.encode(pdu));
            if (!versionFault.isEmpty()) {
                return versionFault;
            }
        }
        if (!versions.isAgreed()) {
            // Serials of different versions cannot be compared (RFC 8210 section 5.1).
            if (versions.adopt(pdu.version()) && !resetPending) {
                sessionUsable = false;
                return List.of(close("the cache speaks version " + version() + " now", true));
            }
            versions.agreeOnData();
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
                        "type " + unknown.type() + " in version " + version());
            case ErrorReport report -> List.of();
        };
    }

    private RtrClientAction query(Instant now) {
        state = RtrState.NEGOTIATING;
        next = now.plus(ANSWER_TIME);
        notified = false;
        resetPending = !sessionUsable || data == null;
        if (resetPending || data == null) {
            return new RtrClientAction.Send(new ResetQuery(version()));
        }
        return new RtrClientAction.Send(
                new SerialQuery(version(), data.sessionId(), data.serial().toLong()));
    }

    private List<RtrClientAction> notified(SerialNotify notify, Instant now) {
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

    private List<RtrClientAction> begin(CacheResponse response, Instant now) {
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

    private List<RtrClientAction> object(RtrPdu pdu, RpkiObject object, boolean announce) {
        RtrAnswer open = answer;
        if (open == null) {
            return fail(RtrError.CORRUPT_DATA, RtrCodec.encode(pdu), "data outside of an answer");
        }
        return checked(pdu, open, open.object(object, announce));
    }

    private List<RtrClientAction> aspa(AspaPdu pdu) {
        RtrAnswer open = answer;
        if (open == null) {
            return fail(RtrError.CORRUPT_DATA, RtrCodec.encode(pdu), "data outside of an answer");
        }
        return checked(pdu, open, open.aspa(pdu));
    }

    private List<RtrClientAction> checked(RtrPdu pdu, RtrAnswer open, @Nullable RtrError error) {
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
    private List<RtrClientAction> tooLarge(String why) {
        holdOff = retryLimit;
        List<RtrClientAction> refusal =
                fail(RtrError.INTERNAL_ERROR, Bytes.EMPTY, "the set is too large for this router");
        problem = why;
        return List.of(refusal.getFirst(), new RtrClientAction.Close(why, false));
    }

    private List<RtrClientAction> end(EndOfData end, Instant now) {
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
        RtrClientAction deliver = new RtrClientAction.Deliver(after);
        return notified ? List.of(deliver, query(now)) : List.of(deliver);
    }

    private List<RtrClientAction> error(ErrorReport report, Instant now) {
        String words = RtrError.of(report.code()).map(RtrError::registryName).orElse("error " + report.code());
        String said = "the cache reports " + words + (report.text().isEmpty() ? "" : ": " + report.text());
        if (versions.isAgreed()
                && report.version() != version()) { // the session ends without a report (RFC 8210 section 7)
            sessionUsable = false;
            return List.of(
                    close(said + " (in version " + report.version() + " of a session of version " + version() + ")"));
        }
        if (report.code() == RtrError.NO_DATA_AVAILABLE.code()) {
            if (report.version() == version()) {
                // The cache understood the query, so a later Serial Notify reports new data.
                versions.agree();
            }
            state = RtrState.NO_DATA;
            answer = null;
            problem = said;
            Duration retry = timing.retry();
            next = now.plus(retry.compareTo(retryLimit) < 0 ? retry : retryLimit);
            return List.of();
        }
        if (report.code() == RtrError.UNSUPPORTED_PROTOCOL_VERSION.code() && !versions.isAgreed()) {
            boolean soon = lower(Math.min(report.version(), version() - 1));
            return List.of(close(said, soon));
        }
        sessionUsable = false;
        return List.of(close(said));
    }

    private List<RtrClientAction> wrongWay(RtrPdu pdu) {
        return fail(RtrError.INVALID_REQUEST, RtrCodec.encode(pdu), "only routers send a " + pdu.typeName());
    }

    /** Selects the version to try next, with a Reset Query. Returns false if {@code lower} is not allowed. */
    private boolean lower(int lower) {
        sessionUsable = false;
        return versions.lower(lower);
    }

    private List<RtrClientAction> fail(RtrError error, Bytes erroneous, String text) {
        return fail(version(), error, erroneous, text);
    }

    private List<RtrClientAction> fail(int spokenNow, RtrError error, Bytes erroneous, String text) {
        sessionUsable = false;
        answer = null;
        String why = error.registryName() + (text.isEmpty() ? "" : ": " + text);
        RtrClientAction report = new RtrClientAction.Send(new ErrorReport(spokenNow, error.code(), erroneous, text));
        return List.of(report, close("the cache sent an invalid PDU: " + why));
    }

    private RtrClientAction close(String why) {
        return close(why, false);
    }

    private RtrClientAction close(String why, boolean soon) {
        versions.end();
        problem = why;
        return new RtrClientAction.Close(why, soon);
    }
}
