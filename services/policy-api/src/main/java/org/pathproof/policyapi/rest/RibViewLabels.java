// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Locale;
import org.pathproof.contracts.v1.RibView;

/** Labels of RIB views in requests and responses, such as {@code adj-rib-in-pre} (RFC 7854, RFC 8671, RFC 9069). */
public final class RibViewLabels {
    private RibViewLabels() {}

    public static String label(RibView view) {
        return view.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
