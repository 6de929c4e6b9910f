// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;

/** Sentences for operators about the results of paths and hops. */
final class ExplanationText {
    /** Introduction to the explanation of a path that the router rewrote. */
    static final String DERIVED =
            "The router rewrote the path in this view. The result is that of the same BGPsec_PATH before policy. ";

    /** Introduction for a path with AS_PATH beside its BGPsec_PATH. */
    static final String DUAL_PATH =
            "The route came with AS_PATH beside BGPsec_PATH, which the settings permit for this peer. ";

    private ExplanationText() {}

    static String ofPath(PathState state, int hops, List<FindingJson> findings) {
        // Discarded attributes do not explain the state.
        String first = findings.stream()
                .filter(finding -> !finding.rule().equals(Rule.ATTRIBUTE_DISCARDED.label()))
                .findFirst()
                .map(finding -> " " + finding.message())
                .orElse("");
        return switch (state) {
            case VALID ->
                hops == 1
                        ? "The only hop signed this route with an authorised key."
                        : "Each of the " + hops + " hops signed this route with an authorised key.";
            case NOT_VALID -> "The path is not valid." + first;
            case UNSIGNED ->
                hops == 0
                        ? "Plain BGP: the route has no signatures."
                        : "Treated as unsigned: no Signature_Block uses a supported algorithm suite.";
            case MALFORMED -> "The UPDATE breaks a rule of BGP or BGPsec and counts as a withdrawal." + first;
            case UNVERIFIED ->
                first.isEmpty() ? "Not validated: there was no complete RPKI set." : "Not validated." + first;
        };
    }

    static String ofHop(String result, long asn, @Nullable String ski, @Nullable Integer keys) {
        String who = "AS" + asn;
        String key = ski == null ? "" : " with SKI " + ski;
        return switch (result) {
            case "verified" ->
                who + " signed this hop" + key
                        + (keys != null && keys == 0 ? "; that key was removed from the RPKI." : ".");
            case "signature-mismatch" ->
                "The signature of " + who + key + " does not verify under "
                        + (keys == null || keys <= 1 ? "its key." : "any of its " + keys + " keys.");
            case "key-not-found" -> "The RPKI holds no router key of " + who + key + ".";
            case "key-withdrawn" -> "The router key of " + who + key + " was withdrawn from the RPKI.";
            case "key-malformed" ->
                "The router key of " + who + key + " is not a valid public key of the algorithm suite.";
            case "signature-malformed" -> "The signature of " + who + key + " is not well-formed DER.";
            case "unsupported-suite" -> "The signature of " + who + " uses an algorithm suite that is not supported.";
            default -> "The signature of " + who + key + " was not checked.";
        };
    }
}
