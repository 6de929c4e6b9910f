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
        text("reason", JsonText.orNull(verdict.getOriginReason()));
        out.writeEndObject();
        ValidityJson.AspaJson aspa = ValidityJson.AspaJson.of(route, verdict);
        out.writeObjectPropertyStart("aspa");
        out.writeStringProperty("state", aspa.state());
        text("procedure", aspa.procedure());
        out.writeEndObject();
        out.writeArrayPropertyStart("findings");
        for (int i = 0; i < verdict.getFindingsCount(); i++) {
            finding(verdict.getFindings(i));
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("hops");
        for (int i = 0; i < verdict.getHopsCount(); i++) {
            hop(verdict.getHops(i), i + 1, verdict.getState());
        }
        out.writeEndArray();
        if (verdict.hasTargetAs()) {
            number("target_as", verdict.getTargetAs());
        }
        if (verdict.hasRpkiSerial()) {
            number("rpki_serial", verdict.getRpkiSerial());
        }
        if (verdict.getAttributeDigest() != 0) {
            out.writeStringProperty("attribute_digest", HexFormat.of().toHexDigits(verdict.getAttributeDigest()));
        }
        text("derived_from", ValidityJson.derivedFrom(verdict));
        if (verdict.getDualPath()) {
            out.writeBooleanProperty("dual_path", true);
        }
        experimental(SchemeJson.of(verdict));
        out.writeNumberProperty("epoch", verdict.getEpoch());
        text("judged", JsonText.time(verdict.getValidatedUs()));
        out.writeEndObject();
    }

    private void experimental(@Nullable SchemeJson result) {
        if (result == null) {
            return;
        }
        out.writeObjectPropertyStart("experimental");
        text("state", result.state());
        text("scheme", result.scheme());
        text("parameters", result.parameters());
        text("finding", result.finding());
        if (result.hop() != null) {
            out.writeNumberProperty("hop", result.hop());
        }
        if (result.asn() != null) {
            out.writeNumberProperty("asn", result.asn());
        }
        text("message", result.message());
        out.writeEndObject();
    }

    private void finding(Finding finding) {
        out.writeStartObject();
        out.writeStringProperty("rule", finding.getRule());
        out.writeNumberProperty("hop", finding.getHop());
        if (finding.hasAsn()) {
            number("asn", finding.getAsn());
        }
        text("ski", JsonText.hex(finding.getSki()));
        out.writeStringProperty("message", finding.getMessage());
        out.writeEndObject();
    }

    private void hop(Hop hop, int number, PathState state) {
        out.writeStartObject();
        out.writeNumberProperty("hop", number);
        number("asn", hop.getAsn());
        out.writeNumberProperty("pcount", hop.getPcount());
        out.writeNumberProperty("flags", hop.getFlags());
        text("ski", JsonText.hex(hop.getSki()));
        text("result", JsonText.orNull(ContractTypes.resultOf(hop, state)));
        out.writeEndObject();
    }

    private void number(String name, int unsigned) {
        out.writeNumberProperty(name, Integer.toUnsignedLong(unsigned));
    }

    private void text(String name, @Nullable String value) {
        if (value != null) {
            out.writeStringProperty(name, value);
        }
    }
}
