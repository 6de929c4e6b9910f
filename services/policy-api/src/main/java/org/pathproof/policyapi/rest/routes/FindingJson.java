// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/**
 * A rule that a path breaks.
 *
 * @param rule label of the rule
 * @param hop 1 is the origin, 0 the whole path
 * @param ski hexadecimal
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FindingJson(
        String rule, int hop, @Nullable Long asn, @Nullable String ski, String message) {
    static FindingJson of(Finding finding) {
        return new FindingJson(
                NetworkText.name(finding.getRule()),
                finding.getHop(),
                finding.hasAsn() ? (Long) Integer.toUnsignedLong(finding.getAsn()) : null,
                JsonText.hex(finding.getSki()),
                NetworkText.description(finding.getMessage()));
    }

    static FindingJson of(org.pathproof.bgpsec.Finding finding) {
        return new FindingJson(
                finding.rule().label(),
                finding.hop(),
                finding.asn().isPresent() ? (Long) finding.asn().getAsLong() : null,
                finding.ski().map(Bytes::toHex).orElse(null),
                finding.message());
    }
}
