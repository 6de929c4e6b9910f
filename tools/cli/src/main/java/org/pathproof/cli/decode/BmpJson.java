// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.IndexedTlv;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.StatisticType;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Termination;
import org.pathproof.wire.bmp.Tlv;
import org.pathproof.wire.bmp.UnknownBmpMessage;
import tools.jackson.core.JsonGenerator;

/** Writes the content of a BMP message as members of a JSON object. */
final class BmpJson {
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private BmpJson() {}

    static void write(JsonGenerator json, BmpMessage message, List<Decoded<BgpMessage>> bgp) {
        switch (message) {
            case RouteMonitoring m -> {
                writePeer(json, m.peer());
                writeMonitoring(json, m, bgp);
                writeMonitoringTlvs(json, m.tlvs());
            }
            case RouteMirroring m -> {
                writePeer(json, m.peer());
                writeMirroring(json, m, bgp);
            }
            case PeerUp m -> {
                writePeer(json, m.peer());
                json.writeStringProperty("local_ip", IpAddress.format(m.localAddress()));
                json.writeNumberProperty("local_port", m.localPort());
                json.writeNumberProperty("remote_port", m.remotePort());
                BgpJson.writeDecoded(json, "sent_open", m.sentOpen(), bgp.getFirst());
                BgpJson.writeDecoded(json, "received_open", m.receivedOpen(), bgp.getLast());
                writeTlvs(json, m.tlvs(), BmpJson::peerUpTlv);
            }
            case PeerDown m -> {
                writePeer(json, m.peer());
                json.writeNumberProperty("reason", m.reason());
                json.writeStringProperty("reason_text", m.reasonText());
                m.fsmEvent().ifPresent(event -> json.writeNumberProperty("fsm_event", event));
                json.writeStringProperty("data", m.data().toHex());
                if (!bgp.isEmpty()) {
                    BgpJson.writeDecoded(json, "notification", m.data(), bgp.getFirst());
                }
                writeTlvs(json, m.tlvs(), BmpJson::peerUpTlv);
            }
            case StatisticsReport m -> {
                writePeer(json, m.peer());
                json.writeArrayPropertyStart("statistics");
                m.stats().forEach(stat -> writeStat(json, stat));
                json.writeEndArray();
                writeTlvs(json, m.tlvs(), type -> Optional.empty());
            }
            case Initiation m -> writeTlvs(json, m.tlvs(), BmpJson::initiationTlv);
            case Termination m -> {
                m.reason().ifPresent(reason -> json.writeNumberProperty("reason", reason));
                writeTlvs(
                        json,
                        m.tlvs(),
                        type -> type == Termination.TLV_STRING ? Optional.of("string") : Optional.empty());
            }
            case UnknownBmpMessage m -> {
                json.writeNumberProperty("version", m.version());
                json.writeStringProperty("body", m.body().toHex());
            }
        }
    }

    private static void writePeer(JsonGenerator json, PerPeerHeader peer) {
        json.writeObjectPropertyStart("peer");
        json.writeStringProperty("peer_ip", peer.addressText());
        json.writeNumberProperty("peer_asn", peer.asn());
        json.writeStringProperty("peer_bgp_id", BgpJson.ipv4(peer.bgpId()));
        json.writeNumberProperty("peer_type", peer.peerType());
        json.writeNumberProperty("flags", peer.flags());
        json.writeStringProperty("view", peer.view().name().toLowerCase(Locale.ROOT));
        if (peer.distinguisher() != 0) {
            json.writeStringProperty("distinguisher", String.format("%016x", peer.distinguisher()));
        }
        if (peer.seconds() != 0) {
            json.writeStringProperty(
                    "timestamp",
                    Instant.ofEpochSecond(peer.seconds(), peer.microseconds() * 1000)
                            .toString());
        }
        json.writeEndObject();
    }

    private static void writeMonitoring(JsonGenerator json, RouteMonitoring message, List<Decoded<BgpMessage>> bgp) {
        BgpFramer.Messages found = BgpFramer.split(message.bgpMessage());
        BgpJson.writeDecoded(json, "bgp", found.messages().getFirst(), bgp.getFirst());
        if (bgp.size() > 1) {
            json.writeArrayPropertyStart("further");
            for (int i = 1; i < bgp.size(); i++) {
                boolean trailing = i == found.messages().size();
                json.writeStartObject();
                BgpJson.writeDecoded(
                        json,
                        "bgp",
                        trailing ? found.trailing() : found.messages().get(i),
                        bgp.get(i));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    private static void writeMirroring(JsonGenerator json, RouteMirroring message, List<Decoded<BgpMessage>> bgp) {
        int next = 0;
        json.writeArrayPropertyStart("mirrored");
        for (Tlv tlv : message.tlvs()) {
            json.writeStartObject();
            if (tlv.type() == RouteMirroring.TLV_BGP_MESSAGE) {
                BgpJson.writeDecoded(json, "bgp", tlv.value(), bgp.get(next++));
            } else if (tlv.type() == RouteMirroring.TLV_INFORMATION
                    && tlv.value().length() == 2) {
                json.writeStringProperty(
                        "information",
                        switch (tlv.value().u16(0)) {
                            case RouteMirroring.INFORMATION_ERRORED_PDU -> "errored_pdu";
                            case RouteMirroring.INFORMATION_MESSAGES_LOST -> "messages_lost";
                            default -> "code " + tlv.value().u16(0);
                        });
            } else {
                json.writeNumberProperty("type", tlv.type());
                json.writeStringProperty("value", tlv.value().toHex());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeStat(JsonGenerator json, StatisticsReport.Stat stat) {
        json.writeStartObject();
        json.writeNumberProperty("type", stat.type());
        Optional<StatisticType> type = StatisticType.of(stat);
        type.ifPresent(t -> json.writeStringProperty("name", t.name().toLowerCase(Locale.ROOT)));
        Bytes value = stat.value();
        switch (type.map(StatisticType::form).orElse(null)) {
            case COUNTER -> json.writeNumberProperty("value", value.u32(0));
            case GAUGE -> json.writeNumberProperty("value", unsigned(value, 0));
            case GAUGE_PER_FAMILY -> {
                json.writeStringProperty("family", new AfiSafi(value.u16(0), value.u8(2)).toString());
                json.writeNumberProperty("value", unsigned(value, 3));
            }
            case null -> json.writeStringProperty("hex", value.toHex());
        }
        json.writeEndObject();
    }

    private static BigInteger unsigned(Bytes value, int at) {
        BigInteger number = BigInteger.valueOf(value.u32(at) << 32 | value.u32(at + 4));
        return number.signum() < 0 ? number.add(TWO_TO_64) : number;
    }

    private interface TlvNames {
        /** Returns the name of a TLV type whose value is text; empty for other types. */
        Optional<String> textName(int type);
    }

    private static Optional<String> initiationTlv(int type) {
        return switch (type) {
            case Initiation.TLV_STRING -> Optional.of("string");
            case Initiation.TLV_SYS_DESCR -> Optional.of("sys_descr");
            case Initiation.TLV_SYS_NAME -> Optional.of("sys_name");
            default -> Optional.empty();
        };
    }

    private static Optional<String> peerUpTlv(int type) {
        return switch (type) {
            case PeerUp.TLV_STRING -> Optional.of("string");
            case PeerUp.TLV_VRF_TABLE_NAME -> Optional.of("table_name");
            case PeerUp.TLV_ADMIN_LABEL -> Optional.of("admin_label");
            default -> Optional.empty();
        };
    }

    /** Writes the TLVs of a BMP version 4 message except the UPDATE (draft-ietf-grow-bmp-tlv). */
    private static void writeMonitoringTlvs(JsonGenerator json, MonitoringTlvs tlvs) {
        if (tlvs.all().isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("tlvs");
        for (IndexedTlv tlv : tlvs.all()) {
            json.writeStartObject();
            json.writeNumberProperty("type", tlv.type());
            boolean group = (tlv.index() & IndexedTlv.GROUP_BIT) != 0;
            json.writeNumberProperty(group ? "group" : "index", tlv.index() & ~IndexedTlv.GROUP_BIT);
            Optional<String> name = tlvs.numbering().nameOf(tlv.type());
            name.ifPresent(known -> json.writeStringProperty("name", known));
            if (name.filter("table_name"::equals).isPresent()) {
                json.writeStringProperty("value", NetworkText.name(tlv.value()));
            } else {
                json.writeStringProperty("hex", tlv.value().toHex());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeTlvs(JsonGenerator json, List<Tlv> tlvs, TlvNames names) {
        if (tlvs.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("tlvs");
        for (Tlv tlv : tlvs) {
            json.writeStartObject();
            json.writeNumberProperty("type", tlv.type());
            Optional<String> name = names.textName(tlv.type());
            if (name.isPresent()) {
                json.writeStringProperty("name", name.get());
                json.writeStringProperty("value", tlv.text());
            } else {
                json.writeStringProperty("hex", tlv.value().toHex());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
