// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.AtomicAggregate;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.ExtendedCommunities;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.OnlyToCustomer;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.UnknownAttribute;
import tools.jackson.core.JsonGenerator;

/** Writes a path attribute as a JSON object: type code, flags, name and content. */
final class AttributeJson {
    private AttributeJson() {}

    static void write(JsonGenerator json, PathAttribute attribute) {
        json.writeStartObject();
        json.writeNumberProperty("code", attribute.typeCode());
        json.writeNumberProperty("flags", attribute.flags());
        switch (attribute) {
            case Origin a -> {
                json.writeStringProperty("name", "ORIGIN");
                json.writeStringProperty(
                        "value",
                        a.value() < 3 ? List.of("igp", "egp", "incomplete").get(a.value()) : "" + a.value());
            }
            case AsPath a -> writePath(json, "AS_PATH", a.segments());
            case As4Path a -> writePath(json, "AS4_PATH", a.segments());
            case NextHop a -> writeText(json, "NEXT_HOP", IpAddress.format(a.address()));
            case MultiExitDisc a -> writeNumber(json, "MULTI_EXIT_DISC", a.metric());
            case LocalPref a -> writeNumber(json, "LOCAL_PREF", a.preference());
            case AtomicAggregate a -> json.writeStringProperty("name", "ATOMIC_AGGREGATE");
            case Aggregator a -> {
                writeText(
                        json,
                        a.typeCode() == PathAttribute.AGGREGATOR ? "AGGREGATOR" : "AS4_AGGREGATOR",
                        IpAddress.format(a.address()));
                json.writeNumberProperty("asn", a.asn());
            }
            case Communities a ->
                writeTexts(
                        json,
                        "COMMUNITIES",
                        a.values().stream()
                                .map(v -> (v >>> 16) + ":" + (v & 0xffff))
                                .toList());
            case OriginatorId a -> writeText(json, "ORIGINATOR_ID", IpAddress.format(a.routerId()));
            case ClusterList a ->
                writeTexts(
                        json,
                        "CLUSTER_LIST",
                        a.clusterIds().stream().map(IpAddress::format).toList());
            case MpReach a -> {
                json.writeStringProperty("name", "MP_REACH_NLRI");
                json.writeStringProperty("family", a.family().toString());
                json.writeStringProperty("next_hop", nextHop(a.nextHop()));
                JsonArrays.writeNlri(json, "announced", a.nlri());
                writeBytes(json, "nlri", a.otherNlri());
            }
            case MpUnreach a -> {
                json.writeStringProperty("name", "MP_UNREACH_NLRI");
                json.writeStringProperty("family", a.family().toString());
                JsonArrays.writeNlri(json, "withdrawn", a.withdrawn());
                writeBytes(json, "nlri", a.otherNlri());
            }
            case ExtendedCommunities a ->
                writeTexts(
                        json,
                        "EXTENDED_COMMUNITIES",
                        a.values().stream().map(v -> String.format("%016x", v)).toList());
            case LargeCommunities a ->
                writeTexts(
                        json,
                        "LARGE_COMMUNITIES",
                        a.values().stream()
                                .map(v -> v.globalAdministrator() + ":" + v.localData1() + ":" + v.localData2())
                                .toList());
            case OnlyToCustomer a -> writeNumber(json, "ONLY_TO_CUSTOMER", a.asn());
            case BgpsecPath a -> writeBgpsecPath(json, a);
            case UnknownAttribute a ->
                json.writeStringProperty("value", a.value().toHex());
        }
        json.writeEndObject();
    }

    private static void writePath(JsonGenerator json, String name, List<AsPath.Segment> segments) {
        json.writeStringProperty("name", name);
        json.writeArrayPropertyStart("segments");
        for (AsPath.Segment segment : segments) {
            json.writeStartObject();
            json.writeStringProperty(
                    "type",
                    switch (segment.type()) {
                        case AsPath.AS_SET -> "set";
                        case AsPath.AS_SEQUENCE -> "sequence";
                        case AsPath.AS_CONFED_SEQUENCE -> "confed_sequence";
                        case AsPath.AS_CONFED_SET -> "confed_set";
                        default -> "type " + segment.type();
                    });
            json.writeArrayPropertyStart("asns");
            segment.asns().forEach(json::writeNumber);
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeBgpsecPath(JsonGenerator json, BgpsecPath attribute) {
        json.writeStringProperty("name", "BGPSEC_PATH");
        switch (BgpsecPathCodec.decode(attribute.value())) {
            case Decoded.Damaged<SecurePath>(var error, var bytes) -> {
                json.writeStringProperty("error", error.message());
                json.writeStringProperty("value", attribute.value().toHex());
            }
            case Decoded.Ok<SecurePath>(SecurePath path) -> {
                json.writeArrayPropertyStart("path");
                for (SecurePath.Segment segment : path.segments()) {
                    json.writeStartObject();
                    json.writeNumberProperty("asn", segment.asn());
                    json.writeNumberProperty("pcount", segment.pCount());
                    json.writeNumberProperty("flags", segment.flags());
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeArrayPropertyStart("signature_blocks");
                path.blocks().forEach(block -> writeSignatureBlock(json, block));
                json.writeEndArray();
            }
        }
    }

    private static void writeSignatureBlock(JsonGenerator json, SecurePath.SignatureBlock block) {
        json.writeStartObject();
        json.writeNumberProperty("suite", block.suite());
        json.writeArrayPropertyStart("signatures");
        for (SecurePath.SignatureSegment segment : block.segments()) {
            json.writeStartObject();
            json.writeStringProperty("ski", segment.ski().toHex());
            json.writeStringProperty("signature", segment.signature().toHex());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Formats a next hop: one address, or a global and a link-local address (RFC 2545 section 3). */
    private static String nextHop(Bytes bytes) {
        return bytes.length() == 32
                ? IpAddress.format(bytes.slice(0, 16)) + " " + IpAddress.format(bytes.from(16))
                : IpAddress.format(bytes);
    }

    private static void writeText(JsonGenerator json, String name, String value) {
        json.writeStringProperty("name", name);
        json.writeStringProperty("value", value);
    }

    private static void writeNumber(JsonGenerator json, String name, long value) {
        json.writeStringProperty("name", name);
        json.writeNumberProperty("value", value);
    }

    private static void writeTexts(JsonGenerator json, String name, List<String> values) {
        json.writeStringProperty("name", name);
        JsonArrays.writeStrings(json, "values", values);
    }

    private static void writeBytes(JsonGenerator json, String name, Bytes bytes) {
        if (!bytes.isEmpty()) {
            json.writeStringProperty(name, bytes.toHex());
        }
    }
}
