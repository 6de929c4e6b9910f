// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.time.Instant;
import java.util.Optional;
import org.pathproof.captures.mrt.Bgp4mpMessage;
import org.pathproof.captures.mrt.Bgp4mpPeering;
import org.pathproof.captures.mrt.Bgp4mpStateChange;
import org.pathproof.captures.mrt.MrtRecord;
import org.pathproof.captures.mrt.PeerIndexTable;
import org.pathproof.captures.mrt.Rib;
import org.pathproof.captures.mrt.TableDump;
import org.pathproof.captures.mrt.UnknownMrtRecord;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.RibAttributes;
import tools.jackson.core.JsonGenerator;

/** Writes the content of an MRT record as members of a JSON object. */
final class MrtJson {
    private MrtJson() {}

    /** Returns the name of a record type: {@code peer_index_table}, {@code rib}, {@code bgp4mp_message}, … */
    static String typeName(MrtRecord record) {
        return switch (record) {
            case PeerIndexTable r -> "peer_index_table";
            case Rib r -> "rib";
            case TableDump r -> "table_dump";
            case Bgp4mpMessage r -> "bgp4mp_message";
            case Bgp4mpStateChange r -> "bgp4mp_state_change";
            case UnknownMrtRecord r -> "unknown_" + r.type() + "_" + r.subtype();
        };
    }

    /** Returns an error for a record of a type without a decoder; empty for other records. */
    static Optional<WireError> notRead(MrtRecord record) {
        if (!(record instanceof UnknownMrtRecord unknown)) {
            return Optional.empty();
        }
        String why = "records of MRT type " + unknown.type() + " (" + MrtTypes.name(unknown.type()) + ") subtype "
                + unknown.subtype() + " are not read";
        return Optional.of(new WireError(WireError.Code.BAD_VALUE, "MRT header / Type", 4, why));
    }

    static void write(JsonGenerator json, MrtRecordInContext found) {
        MrtRecord record = found.record();
        json.writeStringProperty(
                "timestamp",
                Instant.ofEpochSecond(0, record.timestampMicros() * 1000).toString());
        switch (record) {
            case PeerIndexTable r -> {
                json.writeStringProperty("collector_bgp_id", BgpJson.ipv4(r.collectorBgpId()));
                json.writeStringProperty("view_name", r.viewName());
                json.writeArrayPropertyStart("peers");
                for (PeerIndexTable.Peer peer : r.peers()) {
                    json.writeStartObject();
                    writePeer(json, peer.address(), peer.asn());
                    json.writeStringProperty("peer_bgp_id", BgpJson.ipv4(peer.bgpId()));
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            case Rib r -> writeRib(json, r, found.peers());
            case TableDump r -> {
                json.writeStringProperty("prefix", r.prefix().toString());
                writePeer(json, r.peerAddress(), r.peerAs());
                writeAttributes(json, r.attributes());
            }
            case Bgp4mpMessage r -> {
                writePeering(json, r.peering());
                json.writeBooleanProperty("sent_by_collector", r.local());
                found.bgp().ifPresent(bgp -> BgpJson.writeDecoded(json, "bgp", r.message(), bgp));
            }
            case Bgp4mpStateChange r -> {
                writePeering(json, r.peering());
                json.writeNumberProperty("old_state", r.oldState());
                json.writeNumberProperty("new_state", r.newState());
            }
            case UnknownMrtRecord r -> json.writeStringProperty("body", r.body().toHex());
        }
    }

    private static void writeRib(JsonGenerator json, Rib rib, Optional<PeerIndexTable> peers) {
        json.writeStringProperty("family", rib.family().toString());
        json.writeStringProperty("prefix", rib.prefix().toString());
        json.writeNumberProperty("sequence", rib.sequence());
        json.writeArrayPropertyStart("entries");
        for (Rib.Entry entry : rib.entries()) {
            json.writeStartObject();
            json.writeNumberProperty("peer_index", entry.peerIndex());
            MrtDecoder.peer(entry, peers).ifPresent(peer -> writePeer(json, peer.address(), peer.asn()));
            json.writeStringProperty(
                    "originated", Instant.ofEpochSecond(entry.originatedTime()).toString());
            if (entry.pathId() != 0) {
                json.writeNumberProperty("path_id", entry.pathId());
            }
            writeAttributes(json, entry.attributes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeAttributes(JsonGenerator json, RibAttributes attributes) {
        json.writeArrayPropertyStart("attributes");
        attributes.attributes().forEach(attribute -> AttributeJson.write(json, attribute));
        json.writeEndArray();
        if (!attributes.errors().isEmpty()) {
            BgpJson.writeErrors(json, attributes.errors());
        }
    }

    private static void writePeering(JsonGenerator json, Bgp4mpPeering peering) {
        writePeer(json, peering.peerAddress(), peering.peerAs());
        json.writeStringProperty("local_ip", IpAddress.format(peering.localAddress()));
        json.writeNumberProperty("local_asn", peering.localAs());
    }

    private static void writePeer(JsonGenerator json, Bytes address, long asn) {
        json.writeStringProperty("peer_ip", IpAddress.format(address));
        json.writeNumberProperty("peer_asn", asn);
    }
}
