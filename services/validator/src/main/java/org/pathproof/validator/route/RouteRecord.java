// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Source;
import org.pathproof.routes.PathContexts;
import org.pathproof.wire.Bytes;

/**
 * A decoded record of the routes topic. Decoding never throws: bytes that are not a route event result in a {@link
 * UndecodableRecord}.
 */
public sealed interface RouteRecord {
    /**
     * A route was announced in an epoch of its session.
     *
     * @param attribute the value of BGPsec_PATH; empty for plain BGP
     * @param pathAttributes all path attributes, encoded; empty for most routes
     */
    record Announced(
            RouteKey route,
            Announcement announcement,
            Bytes attribute,
            ByteString pathAttributes,
            long epoch,
            long receivedUs)
            implements RouteRecord {
        /** Takes the attribute out of the announcement. */
        public Announced(
                RouteKey route, Announcement announcement, ByteString pathAttributes, long epoch, long receivedUs) {
            this(route, announcement, bytes(announcement.getBgpsecPath()), pathAttributes, epoch, receivedUs);
        }

        /** Returns true when there are signatures to verify: a BGPsec_PATH in a well-formed UPDATE. */
        public boolean hasSignaturesToVerify() {
            return announcement.hasBgpsecPath() && announcement.getFindingsCount() == 0;
        }

        /** Returns true for a route with the experimental path attribute (ADR 58). */
        public boolean isExperimental() {
            return announcement.hasSchemePath();
        }

        /** Returns the same event with another announcement, which has the same BGPsec_PATH. */
        public Announced withAnnouncement(Announcement other) {
            return new Announced(route, other, attribute, pathAttributes, epoch, receivedUs);
        }

        public PathContext context() {
            return PathContexts.of(route, announcement);
        }
    }

    /** A route was withdrawn in an epoch of its session. */
    record Withdrawn(RouteKey route, long epoch, long receivedUs) implements RouteRecord {}

    /**
     * A session has sent its whole table in an epoch.
     *
     * @param family AFI &lt;&lt; 8 | SAFI, or 0 for all families
     */
    record Marked(SessionId session, int family, long epoch) implements RouteRecord {}

    /**
     * Bytes that are not a route event.
     *
     * @param code a short, stable name of the fault
     * @param where {@code key} or {@code value}
     * @param message the fault as a text for an operator
     */
    record UndecodableRecord(String code, String where, String message) implements RouteRecord {}

    static RouteRecord decode(byte @Nullable [] key, byte @Nullable [] value) {
        if (key == null) {
            return new UndecodableRecord("missing", "key", "the record has no key to identify its route");
        }
        if (value == null) {
            return new UndecodableRecord("missing", "value", "the record has no value (withdrawals need a RouteEvent)");
        }
        RouteEvent event;
        try {
            event = parse(value);
        } catch (InvalidProtocolBufferException e) {
            return new UndecodableRecord("not-protobuf", "value", "the value is not a RouteEvent: " + e.getMessage());
        }
        if (RouteKey.isSessionMarker(key)) {
            return event.hasMark()
                    ? new Marked(RouteKey.markedSession(key), event.getMark().getFamily(), event.getEpoch())
                    : new UndecodableRecord(
                            "wrong-event", "value", "the key is a session marker, but the event is not a mark");
        }
        RouteKey route;
        try {
            route = RouteKey.ofBytes(key);
        } catch (IllegalArgumentException e) {
            return new UndecodableRecord("bad-key", "key", "the key is not a route key: " + e.getMessage());
        }
        if (!Arrays.equals(route.toBytes(), key)) {
            return new UndecodableRecord(
                    "bad-key", "key", "the key is not the canonical key of " + route.prefix() + "");
        }
        return switch (event.getEventCase()) {
            case ANNOUNCEMENT -> announced(route, event);
            case WITHDRAWAL -> new Withdrawn(route, event.getEpoch(), event.getReceivedUs());
            case MARK ->
                new UndecodableRecord(
                        "wrong-event", "value", "the event is a session mark, but the key is a route key");
            case EVENT_NOT_SET ->
                new UndecodableRecord("missing", "value", "the event is not an announcement, a withdrawal or a mark");
        };
    }

    /** Parses an event. Its fields of type bytes are views of the value, which must not change. */
    private static RouteEvent parse(byte[] value) throws InvalidProtocolBufferException {
        CodedInputStream in = UnsafeByteOperations.unsafeWrap(value).newCodedInput();
        in.enableAliasing(true);
        RouteEvent event = RouteEvent.parser().parseFrom(in);
        in.checkLastTagWas(0);
        return event;
    }

    private static RouteRecord announced(RouteKey route, RouteEvent event) {
        Announcement announcement = event.getAnnouncement();
        if (announcement.getRelation() == PeerRelation.UNRECOGNIZED) {
            return new UndecodableRecord("unknown-relation", "value", "unknown relation of the peer");
        }
        if (announcement.getSource() == Source.UNRECOGNIZED) {
            return new UndecodableRecord("unknown-source", "value", "unknown source of the route");
        }
        return new Announced(route, announcement, event.getPathAttributes(), event.getEpoch(), event.getReceivedUs());
    }

    /** Returns the bytes of a protobuf field. */
    static Bytes bytes(ByteString bytes) {
        return bytes.isEmpty() ? Bytes.EMPTY : Bytes.wrap(bytes.toByteArray());
    }
}
