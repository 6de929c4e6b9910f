// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiDelta;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;
import org.pathproof.wire.rtr.SerialQuery;
import org.pathproof.wire.rtr.UnknownPdu;

/**
 * The cache's side of RTR with one router (RFC 8210 sections 5 to 8). The state machine has neither sockets nor clocks:
 * it returns the response to each PDU. Not thread-safe, except {@link #version}.
 *
 * <p>A Serial Query with an unknown session or serial is answered with Cache Reset. RFC 8210 section 5.1 requires an
 * error for an unknown session, but some routers then restart the sessions with all their caches.
 */
final class RtrServerSession {
    private static final int NOT_AGREED = -1;
    private static final int WITHDRAWN = 1 << 30;

    private final RtrContent content;
    private volatile int version = NOT_AGREED;

    RtrServerSession(RtrContent content) {
        this.content = content;
    }

    /** The response to a PDU. */
    sealed interface Answer {
        /** Sends the whole set. */
        record Whole(RtrView view) implements Answer {}

        /** Sends the changes. */
        record Changes(RtrView view, RpkiDelta delta) implements Answer {}

        /** Withdraws everything, because the data have expired. */
        record Withdrawal(RtrView view) implements Answer {}

        /** Sends Cache Reset. */
        record Reset() implements Answer {}

        /** Sends an Error Report, and ends the session if it is fatal. */
        record Refuse(RtrError error, ErrorReport report, boolean fatal) implements Answer {}

        /** Sends nothing and ends the session, because the router sent an Error Report. */
        record Reported(ErrorReport report) implements Answer {}

        /**
         * Sends nothing and ends the session, because the router's Error Report is undecodable (RFC 8210 section 5.11).
         */
        record Drop(String why) implements Answer {}
    }

    /** Returns the agreed version. Empty before the first query. */
    Optional<Integer> version() {
        return version == NOT_AGREED ? Optional.empty() : Optional.of(version);
    }

    RtrContent content() {
        return content;
    }

    /** Returns the session id of {@code view} for this router, by the agreed version. */
    int sessionId(RtrView view) {
        return content.sessionId(view.versions().current().sessionId(), version);
    }

    /** Answers an invalid PDU: the bytes are the whole PDU, or its header if its length is impossible. */
    Answer damaged(WireError error, Bytes bytes) {
        String what = error.where() + ": " + error.message();
        if (RtrCodec.isErrorReport(bytes)) {
            return new Answer.Drop("the router sent an undecodable Error Report: " + what);
        }
        int theirs = bytes.u8(0);
        Answer versionFault = versionFault(theirs, bytes);
        return versionFault != null ? versionFault : refuse(theirs, RtrError.CORRUPT_DATA, bytes, what);
    }

    /**
     * Answers a PDU.
     *
     * @param view the current data; null if there is none
     * @param expired true if no source answers for the data any more
     */
    Answer received(RtrPdu pdu, @Nullable RtrView view, boolean expired) {
        if (pdu instanceof ErrorReport report) {
            return new Answer.Reported(report); // never in response to an Error Report (RFC 8210 section 5.11)
        }
        Answer versionFault = versionFault(pdu.version(), RtrCodec.encode(pdu));
        if (versionFault != null) {
            return versionFault;
        }
        version = pdu.version();
        return switch (pdu) {
            case ResetQuery query -> view == null || expired ? noData(pdu, expired) : new Answer.Whole(view);
            case SerialQuery query -> {
                if (view == null) {
                    yield noData(pdu, false);
                }
                Optional<RpkiDelta> delta = query.sessionId() == sessionId(view)
                        ? view.versions().since(new Serial((int) query.serial()))
                        : Optional.empty();
                yield expired ? expired(query, view, delta) : changes(view, delta);
            }
            case UnknownPdu unknown ->
                refuse(RtrError.UNSUPPORTED_PDU_TYPE, RtrCodec.encode(pdu), "type " + unknown.type());
            default -> refuse(RtrError.INVALID_REQUEST, RtrCodec.encode(pdu), "only caches send a " + pdu.typeName());
        };
    }

    /**
     * Returns the Serial Notify for {@code view}, or for the withdrawal of its data if they have expired. Empty before
     * the version is agreed (RFC 8210 section 7).
     */
    Optional<SerialNotify> notification(RtrView view, boolean expired) {
        return version().map(agreed -> new SerialNotify(agreed, sessionId(view), serial(view, expired)));
    }

    /**
     * Returns the serial of a view. The serial after the withdrawal of expired data is a quarter of all serials ahead
     * (RFC 1982). No set has it, so a router whose data were withdrawn is reset when there are data again.
     */
    static long serial(RtrView view, boolean withdrawn) {
        int serial = view.versions().current().serial().value();
        return new Serial(withdrawn ? serial + WITHDRAWN : serial).toLong();
    }

    private static Answer changes(RtrView view, Optional<RpkiDelta> delta) {
        return delta.isPresent() ? new Answer.Changes(view, delta.get()) : new Answer.Reset();
    }

    /**
     * Answers a Serial Query after the data have expired. A router with the newest serial gets withdrawals. A router
     * with an older known serial gets the changes first, and is notified again. Others have data of which nothing is
     * known, or none.
     */
    private Answer expired(SerialQuery query, RtrView view, Optional<RpkiDelta> delta) {
        if (delta.isEmpty()) {
            return noData(query, true);
        }
        return query.serial() == view.versions().current().serial().toLong()
                ? new Answer.Withdrawal(view)
                : new Answer.Changes(view, delta.get());
    }

    private Answer noData(RtrPdu pdu, boolean expired) {
        RtrError error = RtrError.NO_DATA_AVAILABLE;
        String text = expired
                ? "the RPKI data have expired: no source has confirmed them within its Expire Interval"
                : "no RPKI data yet";
        return new Answer.Refuse(error, new ErrorReport(version, error.code(), RtrCodec.encode(pdu), text), false);
    }

    /** Refuses a PDU with the wrong version (RFC 8210 section 7). Null if the version is right. */
    private @Nullable Answer versionFault(int theirs, Bytes pdu) {
        if (version == NOT_AGREED) {
            return theirs <= content.maxVersion()
                    ? null
                    : refuse(
                            content.maxVersion(),
                            RtrError.UNSUPPORTED_PROTOCOL_VERSION,
                            pdu,
                            "this cache speaks versions up to " + content.maxVersion());
        }
        return theirs == version
                ? null
                : refuse(
                        version,
                        RtrError.UNEXPECTED_PROTOCOL_VERSION,
                        pdu,
                        "version " + theirs + " in a session of version " + version);
    }

    private Answer refuse(RtrError error, Bytes erroneous, String text) {
        return refuse(version, error, erroneous, text);
    }

    private static Answer refuse(int spoken, RtrError error, Bytes erroneous, String text) {
        return new Answer.Refuse(error, new ErrorReport(spoken, error.code(), erroneous, text), true);
    }
}
