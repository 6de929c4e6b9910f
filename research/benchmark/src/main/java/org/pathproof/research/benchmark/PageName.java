// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.Locale;

/** The pages in research/comparisons. The name of a page is that of its file without the extension. */
enum PageName {
    README(false),
    KEYCHAIN(true),
    S_BGP(true),
    FAST_BGPSEC(false),
    FRR_BGPSEC(false),
    FORGERY(false);

    /** True if the page has results of all schemes. */
    final boolean ofSchemes;

    PageName(boolean ofSchemes) {
        this.ofSchemes = ofSchemes;
    }

    String file() {
        return this + ".md";
    }

    @Override
    public String toString() {
        return this == README ? name() : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
