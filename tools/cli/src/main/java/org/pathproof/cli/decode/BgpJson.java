// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import java.util.Locale;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bgp.Update;
import tools.jackson.core.JsonGenerator;

/** Writes the content of a BGP message as members of a JSON object. */
final class BgpJson {
    private BgpJson() {}

    /** Returns the name of a message type: {@code open}, {@code update}, … */
    static String typeName(BgpMessage message) {
        return switch (message) {
            case Open o -> "open";
            case Update u -> "update";
            case Notification n -> "notification";
            case KeepAlive k -> "keepalive";
            case RouteRefresh r -> "route_refresh";
            case UnknownMessage u ->
                u.type() == BgpMessage.TYPE_ROUTE_REFRESH ? "route_refresh" : "unknown_" + u.type();
        };
    }

    static void write(JsonGenerator json, BgpMessage message) {
        switch (message) {
            case Open open -> writeOpen(json, open);
            case Update update -> writeUpdate(json, update);
            case Notification n -> {
                json.writeNumberProperty("error_code", n.errorCode());
                json.writeNumberProperty("error_subcode", n.errorSubcode());
                json.writeStringProperty("data", n.data().toHex());
            }
            case KeepAlive k -> {}
            case RouteRefresh(var family, int subtype) -> {
                json.writeStringProperty("family", family.toString());
                json.writeNumberProperty("subtype", subtype);
            }
            case UnknownMessage unknown ->
                json.writeStringProperty("body", unknown.body().toHex());
        }
    }

    private static void writeOpen(JsonGenerator json, Open open) {
        json.writeNumberProperty("version", open.version());
        json.writeNumberProperty("asn", open.asn());
        json.writeNumberProperty("my_as", open.myAs());
        json.writeNumberProperty("hold_time", open.holdTime());
        json.writeStringProperty("bgp_id", ipv4(open.bgpIdentifier()));
        json.writeArrayPropertyStart("capabilities");
        for (Capability capability : open.capabilities()) {
            json.writeStartObject();
            json.writeNumberProperty("code", capability.code());
            writeCapability(json, capability);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeCapability(JsonGenerator json, Capability capability) {
        switch (capability) {
            case Capability.Multiprotocol(var family) -> {
                json.writeStringProperty("name", "multiprotocol");
                json.writeStringProperty("family", family.toString());
            }
            case Capability.RouteRefreshCapability r -> json.writeStringProperty("name", "route_refresh");
            case Capability.ExtendedMessage e -> json.writeStringProperty("name", "extended_message");
            case Capability.EnhancedRouteRefresh r -> json.writeStringProperty("name", "enhanced_route_refresh");
            case Capability.Bgpsec(int version, var direction, int afi) -> {
                json.writeStringProperty("name", "bgpsec");
                json.writeNumberProperty("version", version);
                json.writeStringProperty("direction", direction.name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("afi", afi);
            }
            case Capability.Role(int role) -> {
                json.writeStringProperty("name", "role");
                json.writeNumberProperty("role", role);
            }
            case Capability.GracefulRestart(int flags, int restartTime, var families) -> {
                json.writeStringProperty("name", "graceful_restart");
                json.writeNumberProperty("flags", flags);
                json.writeNumberProperty("restart_time", restartTime);
                JsonArrays.writeStrings(
                        json,
                        "families",
                        families.stream().map(f -> f.family().toString()).toList());
            }
            case Capability.FourOctetAs(long asn) -> {
                json.writeStringProperty("name", "four_octet_as");
                json.writeNumberProperty("asn", asn);
            }
            case Capability.AddPath(var entries) -> {
                json.writeStringProperty("name", "add_path");
                JsonArrays.writeStrings(
                        json,
                        "families",
                        entries.stream()
                                .map(e -> e.family() + " " + addPathMode(e.mode()))
                                .toList());
            }
            case Capability.Unknown(int code, Bytes value) -> json.writeStringProperty("value", value.toHex());
        }
    }

    private static String addPathMode(int mode) {
        return switch (mode) {
            case 1 -> "receive";
            case 2 -> "send";
            case 3 -> "both";
            default -> "mode " + mode;
        };
    }

    private static void writeUpdate(JsonGenerator json, Update update) {
        update.endOfRib().ifPresent(family -> json.writeStringProperty("end_of_rib", family.toString()));
        JsonArrays.writeNlri(json, "withdrawn", update.withdrawn());
        if (!update.attributes().isEmpty()) {
            json.writeArrayPropertyStart("attributes");
            update.attributes().forEach(attribute -> AttributeJson.write(json, attribute));
            json.writeEndArray();
        }
        JsonArrays.writeNlri(json, "announced", update.nlri());
        if (!update.errors().isEmpty()) {
            writeErrors(json, update.errors());
        }
    }

    /** Writes a nested BGP message as an object, with its bytes if it is damaged. */
    static void writeDecoded(JsonGenerator json, String name, Bytes bytes, Decoded<BgpMessage> decoded) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("length", bytes.length());
        switch (decoded) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> {
                json.writeStringProperty("type", typeName(message));
                write(json, message);
                if (message instanceof Update update && !update.errors().isEmpty()) {
                    json.writeStringProperty("hex", bytes.toHex());
                }
            }
            case Decoded.Damaged<BgpMessage>(var error, var damaged) -> {
                json.writeStringProperty("error", error.message());
                json.writeStringProperty("hex", bytes.toHex());
            }
        }
        json.writeEndObject();
    }

    static void writeErrors(JsonGenerator json, List<WireError> errors) {
        json.writeArrayPropertyStart("errors");
        errors.forEach(error -> writeError(json, error));
        json.writeEndArray();
    }

    private static void writeError(JsonGenerator json, WireError error) {
        json.writeStartObject();
        json.writeStringProperty("code", error.code().name());
        json.writeStringProperty("where", error.where());
        json.writeNumberProperty("offset", error.offset());
        json.writeStringProperty("message", error.message());
        json.writeEndObject();
    }

    static String ipv4(int address) {
        return IpAddress.format(Bytes.wrap(
                new byte[] {(byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address}));
    }
}
