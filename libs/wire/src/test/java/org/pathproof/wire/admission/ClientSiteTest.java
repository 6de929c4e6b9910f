// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClientSiteTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:0:0:0:0/64",
        "fe80::1%1, fe80:0:0:0:0:0:0:0/64",
    })
    void countsAnIpv6ClientByItsSite(String address, String site) {
        assertThat(ClientSite.parse(address)).hasToString(site);
    }

    @ParameterizedTest
    @CsvSource({
        "true, 2001:db8::1, 2001:db8:0:0:ffff::2",
        "false, 2001:db8::1, 2001:db8:0:1::1",
        "true, 192.0.2.1, 192.0.2.1",
        "false, 192.0.2.1, 192.0.2.2",
    })
    void addressesOfOneSiteAreEqual(boolean same, String first, String second) {
        assertThat(ClientSite.parse(first).equals(ClientSite.parse(second))).isEqualTo(same);
    }
}
