// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrustedProxiesTest {
    private final TrustedProxies proxies = new TrustedProxies(List.of("192.0.2.0/24", "2001:db8::1"));

    /** A client may invent entries. Only entries behind trusted proxies count. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "198.51.100.7 | 203.0.113.1                        | 198.51.100.7",
                "192.0.2.1    | 203.0.113.1                        | 203.0.113.1",
                "192.0.2.1    | 10.9.9.9, 203.0.113.1              | 203.0.113.1",
                "192.0.2.1    | 203.0.113.1, 192.0.2.2             | 203.0.113.1",
                "192.0.2.1    | 203.0.113.1, 192.0.2.2, 2001:db8::1 | 203.0.113.1",
                "192.0.2.1    | 203.0.113.1:4711                   | 203.0.113.1",
                "192.0.2.1    | [2001:db8::9]:4711                 | 2001:db8:0:0:0:0:0:9",
                "192.0.2.1    | 203.0.113.1, unknown               | 192.0.2.1",
                "192.0.2.1    | ''                                 | 192.0.2.1",
                "2001:db8::1  | 203.0.113.1                        | 203.0.113.1",
            })
    void theClientIsTheLastAddressThatIsNoProxy(String peer, String forwarded, String client) {
        assertThat(proxies.client(InetAddress.ofLiteral(peer), List.of(forwarded))
                        .getHostAddress())
                .isEqualTo(client);
    }

    @Test
    void namesTheSettingOfAWrongPrefix() {
        assertThatThrownBy(() -> new TrustedProxies(List.of("proxy.example")))
                .hasMessageContaining("pathproof.http.trusted-proxies has \"proxy.example\"");
    }
}
