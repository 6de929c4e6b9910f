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
 * The cache's side of RTR with one router, without sockets and clocks (RFC 8210 sections 5 to 8): says how to answer each PDU. For one
 * thread, except {@link #version}.
 *
 * <p>A Serial Query of an unknown session or serial is answered by Cache Reset; RFC 8210 section 5.1 would have an error for the
 * former, upon which some routers start over with all their caches.
 */
final class RtrServerSession {
    private static final int NOT_AGREED = -1;

    private final RtrServerSettings.ClientRule rule;
    private volatile int version = NOT_AGREED;

    RtrServerSession(RtrServerSettings.ClientRule rule) {
        this.rule = rule;
    }

    /** How to answer. */
    sealed interface Answer {
        /** With everything there is. */
        record Whole(RtrView view) implements Answer {}

        /** With what changed. */
        record Changes(RtrView view, RpkiDelta delta) implements Answer {}

        /** With Cache Reset. */
        record Reset() implements Answer {}

        /** With an error; {@code fatal}: and the end of the session. */
        record Refuse(RtrError error, ErrorReport report, boolean fatal) implements Answer {}

        /** Not at all: the router reported an error. */
        record Reported(ErrorReport report) implements Answer {}

        /** Not at all: the router sent an Error Report that cannot be read (RFC 8210 section 5.11). */
        record Drop(String why) implements Answer {}
    }

    /** The version agreed; empty before the first query. */
    Optional<Integer> version() {
        return version == NOT_AGREED ? Optional.empty() : Optional.of(version);
    }

    boolean routerKeys() {
        return rule.routerKeys();
    }

    /** The answer to bytes that are no sound PDU: the whole PDU, or its header when its length cannot be right. */
    Answer damaged(WireError error, Bytes bytes) {
        String what = error.where() + ": " + error.message();
        if (RtrCodec.isErrorReport(bytes)) {
            return new Answer.Drop("the router sent an Error Report that cannot be read: " + what);
        }
        int theirs = bytes.u8(0);
        Answer versionFault = versionFault(theirs, bytes);
        return versionFault != null ? versionFault : refuse(theirs, RtrError.CORRUPT_DATA, bytes, what);
    }

    /** The answer to {@code pdu} while {@code view} is what there is; null when there is no data. */
    Answer received(RtrPdu pdu, @Nullable RtrView view) {
        if (pdu instanceof ErrorReport report) {
            return new Answer.Reported(report); // never answered by another one (RFC 8210 section 5.11)
        }
        Answer versionFault = versionFault(pdu.version(), RtrCodec.encode(pdu));
        if (versionFault != null) {
            return versionFault;
        }
        version = pdu.version();
        return switch (pdu) {
            case ResetQuery query -> view == null ? noData(pdu) : new Answer.Whole(view);
            case SerialQuery query -> {
                if (view == null) {
                    yield noData(pdu);
                }
                if (query.sessionId() != view.sessionId(version)) {
                    yield new Answer.Reset();
                }
                Optional<RpkiDelta> delta = view.versions().since(new Serial((int) query.serial()));
                yield delta.isPresent() ? new Answer.Changes(view, delta.get()) : new Answer.Reset();
            }
            case UnknownPdu unknown ->
                refuse(RtrError.UNSUPPORTED_PDU_TYPE, RtrCodec.encode(pdu), "type " + unknown.type());
            default -> refuse(RtrError.INVALID_REQUEST, RtrCodec.encode(pdu), "only caches send a " + pdu.typeName());
        };
    }

    /** The Serial Notify for {@code view}; empty before the version is agreed (RFC 8210 section 7). */
    Optional<SerialNotify> notification(RtrView view) {
        return version()
                .map(agreed -> new SerialNotify(
                        agreed,
                        view.sessionId(agreed),
                        view.versions().current().serial().toLong()));
    }

    private Answer noData(RtrPdu pdu) {
        RtrError error = RtrError.NO_DATA_AVAILABLE;
        return new Answer.Refuse(
                error, new ErrorReport(version, error.code(), RtrCodec.encode(pdu), "no RPKI data yet"), false);
    }

    /** The refusal of a PDU whose version does not fit (RFC 8210 section 7); null when it fits. */
    private @Nullable Answer versionFault(int theirs, Bytes pdu) {
        if (version == NOT_AGREED) {
            return theirs <= rule.maxVersion()
                    ? null
                    : refuse(
                            rule.maxVersion(),
                            RtrError.UNSUPPORTED_PROTOCOL_VERSION,
                            pdu,
                            "this cache speaks versions up to " + rule.maxVersion());
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
