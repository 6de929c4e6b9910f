// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.RibView;

/** RIB views by the names they have here: {@code adj-rib-in-pre}, … (RFC 7854, RFC 8671, RFC 9069). */
final class Views {
    private Views() {}

    static String label(RibView view) {
        return view.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Throws IllegalArgumentException for anything but a label. */
    static RibView parse(String label) {
        return Arrays.stream(RibView.values())
                .filter(view -> view != RibView.UNRECOGNIZED && label(view).equalsIgnoreCase(label))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("is none of " + labels()));
    }

    private static String labels() {
        return Arrays.stream(RibView.values())
                .filter(view -> view != RibView.UNRECOGNIZED)
                .map(Views::label)
                .collect(Collectors.joining(", "));
    }
}
