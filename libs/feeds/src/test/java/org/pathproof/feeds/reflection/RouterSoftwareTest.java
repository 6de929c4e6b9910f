// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.feeds.reflection.RouterSoftware.Kind;

class RouterSoftwareTest {
    /** FRR 8.4.4 and GoBGP 3.10.0 send the first three rows; the name of the second one is in the settings of GoBGP. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        FRRouting 8.4.4,         frr,     FRR,   FRR 8.4.4
        3.10.0,                  border1, GOBGP, GoBGP 3.10.0
        3.10.0,                  GoBGP,   GOBGP, GoBGP 3.10.0
        v4.1.0-rc1,              r1,      GOBGP, GoBGP v4.1.0-rc1
        edge router with GoBGP,  r1,      GOBGP, edge router with GoBGP
        edge router,             gobgp,   GOBGP, GoBGP
        FRRouting 8.4.4,         gobgp,   GOBGP, GoBGP
        BIRD 2.15.1,             r1,      OTHER, BIRD 2.15.1
        'Cisco IOS XR, 7.11.2',  r1,      OTHER, 'Cisco IOS XR, 7.11.2'
        10 routers,              r1,      OTHER, 10 routers
        """)
    void recognisesTheSoftware(String sysDescr, String sysName, Kind kind, String text) {
        assertThat(RouterSoftware.of(sysDescr, sysName)).isEqualTo(new RouterSoftware(kind, text));
    }

    @Test
    void aRouterWithoutTextsIsUnknown() {
        assertThat(RouterSoftware.of("", "")).isEqualTo(RouterSoftware.UNKNOWN);
        assertThat(RouterSoftware.of("", "r1")).isEqualTo(RouterSoftware.UNKNOWN);
    }
}
