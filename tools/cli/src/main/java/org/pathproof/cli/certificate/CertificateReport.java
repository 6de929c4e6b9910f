// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of a certificate, as JSON. */
final class CertificateReport {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int DNS_NAME = 2;

    private CertificateReport() {}

    /** Returns a report with the member {@code description}, or {@code refused} with a reason; neither without one. */
    static ObjectNode of(X509Certificate certificate, SealingKeys keys) {
        ObjectNode report = MAPPER.createObjectNode();
        report.put("subject", certificate.getSubjectX500Principal().toString());
        report.put("issuer", certificate.getIssuerX500Principal().toString());
        report.put("serial_number", certificate.getSerialNumber().toString(16));
        report.put("not_before", certificate.getNotBefore().toInstant().toString());
        report.put("not_after", certificate.getNotAfter().toInstant().toString());
        addNames(certificate, report.putArray("names"));
        switch (DescriptionExtension.of(certificate, keys).orElse(null)) {
            case Reading.Described(RouterDescription description) ->
                report.set("description", DescriptionJson.toTree(description));
            case Reading.Refused(String reason) -> report.put("refused", reason);
            case null -> {
                // The certificate has no description.
            }
        }
        return report;
    }

    static String text(ObjectNode report) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(report);
    }

    private static void addNames(X509Certificate certificate, ArrayNode names) {
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    if (alternative.getFirst().equals(DNS_NAME)) {
                        names.add(String.valueOf(alternative.get(1)));
                    }
                }
            }
        } catch (CertificateParsingException _) {
            names.add("(unreadable)");
        }
    }
}
