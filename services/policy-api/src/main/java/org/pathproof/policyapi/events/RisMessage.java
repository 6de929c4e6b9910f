// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.routes.SessionNames;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;
import tools.jackson.core.JsonGenerator;

/**
 * Writes an event in the format of RIS Live, so that clients of RIS Live can read the event. The members {@code route},
 * {@code validity}, {@code session_state}, {@code vrf} and {@code peer_name} of {@code data} are additions. Fields
 * without a value are absent. Fields are written one by one, because data binding takes more CPU time, and a full table
 * causes about a million events.
 */
final class RisMessage {
    private final JsonGenerator out;

    RisMessage(JsonGenerator out) {
        this.out = out;
    }

    /**
     * Writes an event.
     *
     * @param id position after the event, from which a client can continue
     */
    void write(StoreEvent event, String id) {
        out.writeStartObject();
        out.writeStringProperty("type", "ris_message");
        out.writeObjectPropertyStart("data");
        switch (event) {
            case StoreEvent.OfRoute(RouteChange change, var origin, boolean _) -> update(change, origin, id);
            case StoreEvent.OfSession(SessionChange change, var origin) -> writePeerState(change, origin, id);
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    private void update(RouteChange change, ChangeListener.Origin origin, String id) {
        Session session = change.sessionView().session().orElseGet(Session::getDefaultInstance);
        writeHead(session, origin, id, "UPDATE");
        String prefix = change.key().prefix().toString();
        Route after = change.after();
        Route shown = after != null && after.alive() ? after : null;
        Verdict verdict = shown == null ? Verdict.getDefaultInstance() : shown.verdict();
        if (shown != null) {
            writePath(verdict);
            writeCommunities(verdict);
        }
        out.writeArrayPropertyStart("announcements");
        if (shown != null) {
            writeAnnouncement(verdict, prefix);
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("withdrawals");
        if (shown == null) {
            out.writeString(prefix);
        }
        out.writeEndArray();
        out.writeStringProperty("route", RouteIds.format(change.key()));
        if (shown != null) {
            new ValidityWriter(out).write(shown, verdict);
        }
    }

    /** Writes the common fields; {@code host} is the receiving router, by name or address. */
    private void writeHead(Session session, ChangeListener.Origin origin, String id, String type) {
        out.writeNumberProperty("timestamp", origin.timestampMs() / 1000.0);
        writeText("peer", JsonText.orNull(session.getPeerIp()));
        out.writeStringProperty("peer_asn", Integer.toUnsignedString(session.getPeerAs()));
        out.writeStringProperty("id", id);
        writeText("host", JsonText.orNull(SessionNames.router(session)));
        writeText("vrf", JsonText.orNull(session.getVrf()));
        writeText("peer_name", JsonText.orNull(session.getPeerName()));
        out.writeStringProperty("type", type);
    }

    private void writePath(Verdict verdict) {
        out.writeArrayPropertyStart("path");
        for (int i = 0; i < verdict.getAsPathCount(); i++) {
            out.writeNumber(Integer.toUnsignedLong(verdict.getAsPath(i)));
        }
        out.writeEndArray();
    }

    private void writeCommunities(Verdict verdict) {
        out.writeArrayPropertyStart("community");
        for (int i = 0; i < verdict.getCommunitiesCount(); i++) {
            out.writeStartArray();
            out.writeNumber(verdict.getCommunities(i) >>> 16);
            out.writeNumber(verdict.getCommunities(i) & 0xffff);
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    private void writeAnnouncement(Verdict verdict, String prefix) {
        out.writeStartObject();
        writeText("next_hop", JsonText.address(verdict.getNextHop()));
        out.writeArrayPropertyStart("prefixes");
        out.writeString(prefix);
        out.writeEndArray();
        out.writeEndObject();
    }

    private void writePeerState(SessionChange change, ChangeListener.Origin origin, String id) {
        Session after = change.after();
        Session before = change.before();
        writeHead(
                after != null ? after : before != null ? before : Session.getDefaultInstance(),
                origin,
                id,
                "RIS_PEER_STATE");
        State state = after == null ? State.DOWN : after.getState();
        out.writeStringProperty("state", state == State.DOWN || state == State.LOST ? "down" : "connected");
        out.writeStringProperty("session_state", state.name()); // as in /api/v1/sessions
    }

    private void writeText(String name, @Nullable String value) {
        if (value != null) {
            out.writeStringProperty(name, value);
        }
    }
}
