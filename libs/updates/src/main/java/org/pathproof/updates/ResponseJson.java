// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.List;
import java.util.OptionalLong;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath.Segment;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the members of one JSON object for each response. The newest hop comes first, as in an AS_PATH; hop 1 is the
 * origin. Missing values are null. With two Signature_Blocks, each hop has the number of its block and suite.
 */
public final class ResponseJson {
    private final boolean explain;

    /** @param explain adds block, suite and signed bytes of each hop, and findings of other blocks of a VALID path */
    public ResponseJson(boolean explain) {
        this.explain = explain;
    }

    /** Writes the members of the JSON object for a response. */
    public void writeMembers(JsonGenerator json, Response response) {
        switch (response) {
            case Response.Unreadable(Request.Id id, String error) -> {
                writeId(json, id);
                json.writeStringProperty("error", error);
            }
            case Response.Verdict verdict -> writeVerdict(json, verdict);
        }
    }

    private void writeVerdict(JsonGenerator json, Response.Verdict verdict) {
        writeId(json, verdict.id());
        json.writeStringProperty("state", verdict.state().name());
        writePrefixes(json, verdict.prefixes());
        if (verdict.dualPath()) {
            json.writeBooleanProperty("dual_path", true);
        }
        writeNumber(json, "origin_as", verdict.originAs());
        writeNumber(json, "target_as", verdict.targetAs());
        json.writeArrayPropertyStart("path");
        for (Segment segment : verdict.path()) {
            json.writeStartObject();
            json.writeNumberProperty("asn", segment.asn());
            json.writeNumberProperty("pcount", segment.pCount());
            json.writeNumberProperty("flags", segment.flags());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("findings");
        boolean all = verdict.state() != PathState.VALID || explain;
        verdict.findings().stream()
                .filter(f -> all || f.rule() == Rule.ATTRIBUTE_DISCARDED)
                .forEach(f -> writeFinding(json, f));
        json.writeEndArray();
        json.writeArrayPropertyStart("hops");
        boolean severalBlocks = verdict.hops().stream().anyMatch(h -> h.block() > 0);
        for (int i = 0; i < verdict.hops().size(); i++) {
            Bytes signed =
                    i < verdict.signedBytes().size() ? verdict.signedBytes().get(i) : Bytes.EMPTY;
            writeHop(json, verdict.hops().get(i), severalBlocks, signed);
        }
        json.writeEndArray();
    }

    /** Writes the first prefix, and all of them if there are several. */
    private static void writePrefixes(JsonGenerator json, List<Prefix> prefixes) {
        if (prefixes.isEmpty()) {
            json.writeNullProperty("prefix");
        } else {
            json.writeStringProperty("prefix", prefixes.getFirst().toString());
        }
        if (prefixes.size() > 1) {
            json.writeArrayPropertyStart("prefixes");
            prefixes.forEach(p -> json.writeString(p.toString()));
            json.writeEndArray();
        }
    }

    private static void writeFinding(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("rule", finding.rule().label());
        json.writeNumberProperty("hop", finding.hop());
        writeNumber(json, "asn", finding.asn());
        writeHex(json, "ski", finding.ski().orElse(Bytes.EMPTY));
        json.writeStringProperty("message", finding.message());
        json.writeEndObject();
    }

    private void writeHop(JsonGenerator json, HopResult hop, boolean severalBlocks, Bytes signedBytes) {
        json.writeStartObject();
        json.writeNumberProperty("hop", hop.hop());
        json.writeNumberProperty("asn", hop.asn());
        writeHex(json, "ski", hop.ski());
        json.writeNumberProperty("target_as", hop.targetAs());
        writeHex(json, "digest", hop.digest());
        json.writeStringProperty("result", hop.result().label());
        if (explain || severalBlocks) {
            json.writeNumberProperty("block", hop.block() + 1);
            json.writeNumberProperty("suite", hop.suite());
        }
        if (explain) {
            writeHex(json, "signed_bytes", signedBytes);
        }
        json.writeEndObject();
    }

    private static void writeId(JsonGenerator json, Request.Id id) {
        json.writeName("id");
        if (id.isNumber()) {
            json.writeNumber(id.text());
        } else {
            json.writeString(id.text());
        }
    }

    private static void writeNumber(JsonGenerator json, String name, OptionalLong value) {
        if (value.isPresent()) {
            json.writeNumberProperty(name, value.getAsLong());
        } else {
            json.writeNullProperty(name);
        }
    }

    private static void writeHex(JsonGenerator json, String name, Bytes bytes) {
        if (bytes.isEmpty()) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, bytes.toHex());
        }
    }
}
