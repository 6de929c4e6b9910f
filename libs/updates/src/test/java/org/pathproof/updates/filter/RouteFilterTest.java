// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RouteFilterTest {
    @Test
    void aFilterHasOneNameForRestAndCommandLine() {
        assertThat(RouteFilter.ORIGIN_STATE.parameter()).isEqualTo("origin_state");
        assertThat(RouteFilter.ORIGIN_STATE.option()).isEqualTo("--origin-state");
    }

    @Test
    void aShortListOfValuesIsPartOfTheHelp() {
        assertThat(RouteFilter.STATE.description())
                .isEqualTo(
                        "State of the path: VALID, NOT_VALID, UNSIGNED, MALFORMED, UNVERIFIED; several with commas.");
        assertThat(RouteFilter.VIEW.description())
                .isEqualTo("View of the routes: adj-rib-in-pre, adj-rib-in-post, adj-rib-out-pre, adj-rib-out-post,"
                        + " loc-rib.");
        assertThat(RouteFilter.FINDING.description())
                .isEqualTo("Routes with this finding, for example signature-mismatch; several with commas.");
        assertThat(RouteFilter.FINDING.choices()).contains("signature-mismatch").hasSizeGreaterThan(20);
    }

    @Test
    void theChoicesIncludeTheStateOfARouteWithoutAResult() {
        assertThat(RouteFilter.ORIGIN_STATE.choices()).containsExactly("valid", "invalid", "not-found", "unverified");
        assertThat(RouteFilter.ASPA_STATE.choices()).containsExactly("valid", "invalid", "unknown", "not-verified");
    }
}
