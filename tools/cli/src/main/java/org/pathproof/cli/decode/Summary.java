// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pathproof.captures.mrt.Bgp4mpMessage;
import org.pathproof.captures.mrt.Rib;
import org.pathproof.captures.mrt.TableDump;
import org.pathproof.cli.io.JsonLines;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;
import org.pathproof.wire.rtr.RtrPdu;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the report of {@code decode --summary} as one JSON object: counts by message type, the prefixes announced and
 * withdrawn by peer and view, session events, and the places of BGPsec_PATH. {@link SummaryTables} prints the object
 * for people.
 *
 * <p>A BMP peer has a name like {@code 10.66.0.3 AS65003 type0 flags0x40}; the flags identify the view.
 */
final class Summary implements Report {
    private record Session(String peer, PeerUp message) {}

    private record Loss(String peer, PeerDown message) {}

    private record Signed(
            long offset, String kind, String peer, BgpsecPath attribute, Update update, Bytes bgpMessage) {}

    private final JsonLines lines;
    private final Map<String, Integer> messages = new TreeMap<>();
    private final Map<String, RouteCounts> monitored = new LinkedHashMap<>();
    private final Map<String, Integer> mirrored = new LinkedHashMap<>();
    private final Map<String, Integer> mirrorInformation = new TreeMap<>();
    private final Map<Integer, Integer> attributeTypes = new TreeMap<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<Loss> losses = new ArrayList<>();
    private final List<Signed> signed = new ArrayList<>();
    private int malformed;
    private long damagedBytes;
    private final Map<String, Integer> unread = new TreeMap<>();
    private final Map<String, Integer> warnings = new TreeMap<>();
    private long unreadBytes;

    /** Creates a report that is written as one JSON object. */
    Summary(JsonLines lines) {
        this.lines = lines;
    }

    @Override
    public void onBmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp) {
        count(messages, message.typeName());
        bgp.forEach(this::noteErrors);
        switch (message) {
            case RouteMonitoring m -> {
                String peer = name(m.peer());
                List<Bytes> encoded = BgpFramer.split(m.bgpMessage()).messages();
                for (int i = 0; i < encoded.size(); i++) {
                    if (bgp.get(i) instanceof Decoded.Ok<BgpMessage>(Update update)) {
                        countMonitored(peer, update);
                        countBgpsec(place, message, peer, update, encoded.get(i));
                    }
                }
            }
            case RouteMirroring m -> countMirrored(place, m, bgp);
            case PeerUp m -> sessions.add(new Session(name(m.peer()), m));
            case PeerDown m -> losses.add(new Loss(name(m.peer()), m));
            default -> {}
        }
    }

    @Override
    public void onBgp(Place place, Bytes bytes, BgpMessage message) {
        count(messages, BgpJson.typeName(message));
        noteErrors(Decoded.ok(message));
        if (message instanceof Update update) {
            String peer = place.flow().map(Object::toString).orElse("bgp");
            countMonitored(peer, update);
            update.find(BgpsecPath.class)
                    .ifPresent(path -> signed.add(new Signed(place.offset(), "update", peer, path, update, bytes)));
        }
    }

    private void countMonitored(String peer, Update update) {
        routes(peer).add(update);
        for (PathAttribute attribute : update.attributes()) {
            attributeTypes.merge(attribute.typeCode(), 1, Integer::sum);
        }
    }

    private void countMirrored(Place place, RouteMirroring message, List<Decoded<BgpMessage>> bgp) {
        int next = 0;
        for (Tlv tlv : message.tlvs()) {
            if (tlv.type() == RouteMirroring.TLV_INFORMATION && tlv.value().length() == 2) {
                count(mirrorInformation, Integer.toString(tlv.value().u16(0)));
            } else if (tlv.type() == RouteMirroring.TLV_BGP_MESSAGE) {
                if (bgp.get(next++) instanceof Decoded.Ok<BgpMessage>(BgpMessage inner)) {
                    count(mirrored, BgpJson.typeName(inner));
                    if (inner instanceof Update update) {
                        countBgpsec(place, message, name(message.peer()), update, tlv.value());
                    }
                }
            }
        }
    }

    private void countBgpsec(Place place, BmpMessage around, String peer, Update update, Bytes bytes) {
        Optional<BgpsecPath> path = update.find(BgpsecPath.class);
        path.ifPresent(p -> signed.add(new Signed(place.offset(), around.typeName(), peer, p, update, bytes)));
    }

    @Override
    public void onRtr(Place place, Bytes bytes, RtrPdu pdu) {
        count(messages, pdu.typeName());
    }

    @Override
    public void onMrt(Place place, Bytes bytes, MrtRecordInContext record) {
        count(messages, MrtJson.typeName(record.record()));
        record.bgp().ifPresent(this::noteErrors);
        malformed += record.damagedAttributes().isEmpty() ? 0 : 1;
        MrtJson.notRead(record.record()).ifPresent(why -> onUnread(place, bytes.length(), "mrt", why.message()));
        switch (record.record()) {
            case Bgp4mpMessage m -> {
                if (record.bgp().orElseThrow() instanceof Decoded.Ok<BgpMessage>(Update update)) {
                    String peer = name(m.peering().peerAddress(), m.peering().peerAs());
                    countMonitored(peer, update);
                    update.find(BgpsecPath.class)
                            .ifPresent(path -> signed.add(
                                    new Signed(place.offset(), "bgp4mp_message", peer, path, update, m.message())));
                }
            }
            case Rib rib -> {
                for (Rib.Entry entry : rib.entries()) {
                    MrtDecoder.peer(entry, record.peers())
                            .ifPresent(peer ->
                                    routes(name(peer.address(), peer.asn())).add(rib.prefix()));
                }
            }
            case TableDump dump ->
                routes(name(dump.peerAddress(), dump.peerAs())).add(dump.prefix());
            default -> {}
        }
    }

    private static String name(Bytes address, long asn) {
        return IpAddress.format(address) + " AS" + asn;
    }

    private RouteCounts routes(String peer) {
        return monitored.computeIfAbsent(peer, p -> new RouteCounts());
    }

    @Override
    public void onHeartbeat(Place place, Bytes bytes) {
        count(messages, "heartbeat");
    }

    @Override
    public void onDamage(Place place, long length, WireError error) {
        malformed++;
        damagedBytes += length;
    }

    @Override
    public void onUnread(Place place, long length, String type, String why) {
        count(unread, why);
        unreadBytes += length;
    }

    @Override
    public void onContradiction(String why) {
        count(warnings, why);
    }

    private void noteErrors(Decoded<BgpMessage> decoded) {
        switch (decoded) {
            case Decoded.Damaged<BgpMessage> d -> malformed++;
            case Decoded.Ok<BgpMessage>(Update update) when !update.errors().isEmpty() -> malformed++;
            case Decoded.Ok<BgpMessage> sound -> {}
        }
    }

    @Override
    public boolean damaged() {
        return malformed > 0 || !unread.isEmpty();
    }

    @Override
    public void end(long bytes) {
        lines.writeObject(json -> {
            json.writeNumberProperty("bytes", bytes);
            writeCounts(json, "messages", messages);
            json.writeObjectPropertyStart("monitored");
            monitored.forEach((peer, counts) -> {
                json.writeObjectPropertyStart(peer);
                counts.write(json);
                json.writeEndObject();
            });
            json.writeEndObject();
            writeCounts(json, "mirrored", mirrored);
            writeSessions(json);
            writeCounts(json, "mirror_info", mirrorInformation);
            json.writeObjectPropertyStart("attr_types");
            attributeTypes.forEach((type, count) -> json.writeNumberProperty(type.toString(), count));
            json.writeEndObject();
            writeSigned(json);
            json.writeNumberProperty("malformed", malformed);
            json.writeNumberProperty("trailing_bytes", damagedBytes);
            if (!warnings.isEmpty()) {
                writeCounts(json, "warnings", warnings);
            }
            if (!unread.isEmpty()) {
                writeCounts(json, "unread", unread);
                json.writeNumberProperty("unread_bytes", unreadBytes);
            }
        });
        lines.flush();
    }

    private void writeSessions(JsonGenerator json) {
        json.writeArrayPropertyStart("peer_down");
        for (Loss loss : losses) {
            json.writeStartObject();
            json.writeStringProperty("peer", loss.peer());
            json.writeNumberProperty("reason", loss.message().reason());
            json.writeStringProperty("data", loss.message().data().toHex());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("peer_up");
        for (Session session : sessions) {
            json.writeStartObject();
            json.writeStringProperty("peer", session.peer());
            json.writeStringProperty("sent_open", session.message().sentOpen().toHex());
            json.writeStringProperty(
                    "recv_open", session.message().receivedOpen().toHex());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeSigned(JsonGenerator json) {
        json.writeArrayPropertyStart("attr33");
        for (Signed s : signed) {
            json.writeStartObject();
            json.writeNumberProperty("offset", s.offset());
            json.writeStringProperty("kind", s.kind());
            json.writeStringProperty("peer", s.peer());
            json.writeNumberProperty("flags", s.attribute().flags());
            json.writeNumberProperty("len", s.attribute().value().length());
            JsonArrays.writeStrings(json, "prefixes", RouteCounts.announcedBy(s.update()));
            json.writeBooleanProperty("has_as_path", s.update().has(PathAttribute.AS_PATH));
            json.writeStringProperty("bgp_hex", s.bgpMessage().toHex());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String name(PerPeerHeader peer) {
        return peer.addressText() + " AS" + peer.asn() + " type" + peer.peerType()
                + String.format(" flags0x%02x", peer.flags())
                + (peer.distinguisher() == 0 ? "" : String.format(" rd%016x", peer.distinguisher()));
    }

    private static void count(Map<String, Integer> counts, String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private static void writeCounts(JsonGenerator json, String name, Map<String, Integer> counts) {
        json.writeObjectPropertyStart(name);
        counts.forEach(json::writeNumberProperty);
        json.writeEndObject();
    }
}
