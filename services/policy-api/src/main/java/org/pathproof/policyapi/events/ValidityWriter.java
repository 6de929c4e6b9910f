// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.routes.SchemeJson;
import org.pathproof.policyapi.rest.routes.ValidityJson;
import org.pathproof.routes.ContractTypes;
import org.pathproof.verdictstore.store.Route;
import tools.jackson.core.JsonGenerator;

/** Writes the member {@code validity} of an event, field by field. {@link ValidityJson} describes the fields. */
final class ValidityWriter {
    private final JsonGenerator out;

    ValidityWriter(JsonGenerator out) {
        this.out = out;
    }

    void write(Route route, Verdict verdict) {
        out.writeObjectPropertyStart("validity");
        out.writeStringProperty("state", route.state().name());
        out.writeObjectPropertyStart("origin");
        out.writeStringProperty("state", route.origin().label());
        writeText("reason", JsonText.orNull(verdict.getOriginReason()));
        out.writeEndObject();
        ValidityJson.AspaJson aspa = ValidityJson.AspaJson.of(route, verdict);
        out.writeObjectPropertyStart("aspa");
        out.writeStringProperty("state", aspa.state());
        writeText("procedure", aspa.procedure());
        out.writeEndObject();
        out.writeArrayPropertyStart("findings");
        for (int i = 0; i < verdict.getFindingsCount(); i++) {
            writeFinding(verdict.getFindings(i));
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("hops");
        for (int i = 0; i < verdict.getHopsCount(); i++) {
            writeHop(verdict.getHops(i), i + 1, verdict.getState());
        }
        out.writeEndArray();
        if (verdict.hasTargetAs()) {
            writeNumber("target_as", verdict.getTargetAs());
        }
        if (verdict.hasRpkiSerial()) {
            writeNumber("rpki_serial", verdict.getRpkiSerial());
        }
        if (verdict.getAttributeDigest() != 0) {
            out.writeStringProperty("attribute_digest", HexFormat.of().toHexDigits(verdict.getAttributeDigest()));
        }
        writeText("derived_from", ValidityJson.derivedFrom(verdict));
        if (verdict.getDualPath()) {
            out.writeBooleanProperty("dual_path", true);
        }
        writeExperimental(SchemeJson.of(verdict));
        out.writeNumberProperty("epoch", verdict.getEpoch());
        writeText("judged", JsonText.time(verdict.getValidatedUs()));
        out.writeEndObject();
    }

    private void writeExperimental(@Nullable SchemeJson result) {
        if (result == null) {
            return;
        }
        out.writeObjectPropertyStart("experimental");
        writeText("state", result.state());
        writeText("scheme", result.scheme());
        writeText("parameters", result.parameters());
        writeText("finding", result.finding());
        if (result.hop() != null) {
            out.writeNumberProperty("hop", result.hop());
        }
        if (result.asn() != null) {
            out.writeNumberProperty("asn", result.asn());
        }
        writeText("message", result.message());
        out.writeEndObject();
    }

    private void writeFinding(Finding finding) {
        out.writeStartObject();
        out.writeStringProperty("rule", finding.getRule());
        out.writeNumberProperty("hop", finding.getHop());
        if (finding.hasAsn()) {
            writeNumber("asn", finding.getAsn());
        }
        writeText("ski", JsonText.hex(finding.getSki()));
        out.writeStringProperty("message", finding.getMessage());
        out.writeEndObject();
    }

    private void writeHop(Hop hop, int number, PathState state) {
        out.writeStartObject();
        out.writeNumberProperty("hop", number);
        writeNumber("asn", hop.getAsn());
        out.writeNumberProperty("pcount", hop.getPcount());
        out.writeNumberProperty("flags", hop.getFlags());
        writeText("ski", JsonText.hex(hop.getSki()));
        writeText("result", JsonText.orNull(ContractTypes.resultOf(hop, state)));
        out.writeEndObject();
    }

    private void writeNumber(String name, int unsigned) {
        out.writeNumberProperty(name, Integer.toUnsignedLong(unsigned));
    }

    private void writeText(String name, @Nullable String value) {
        if (value != null) {
            out.writeStringProperty(name, value);
        }
    }
}
