// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pathproof.wire.Bytes;

class DistinguisherTest {
    @Test
    void formatsEachTypeOfRouteDistinguisher() {
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_RD, 0x0000_fde8_0000_0001L))
                .isEqualTo("65000:1");
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_RD, 0x0001_c000_0201_0007L))
                .isEqualTo("192.0.2.1:7");
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_LOC_RIB, 0x0002_0001_0000_0007L))
                .isEqualTo("65536:7");
    }

    @Test
    void formatsOtherValuesAsNumbers() {
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_LOCAL, 7)).isEqualTo("7");
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_LOC_RIB, 7)).isEqualTo("7");
        assertThat(Distinguisher.format(PerPeerHeader.TYPE_RD, -1)).isEqualTo("18446744073709551615");
    }

    @Test
    void linkLocalAddressesAreThoseOfBothFamilies() {
        assertThat(PerPeerHeader.isLinkLocal(Bytes.fromHex("fe800000000000000000000000000001")))
                .isTrue();
        assertThat(PerPeerHeader.isLinkLocal(Bytes.fromHex("febf0000000000000000000000000001")))
                .isTrue();
        assertThat(PerPeerHeader.isLinkLocal(Bytes.fromHex("a9fe0001"))).isTrue();
        assertThat(PerPeerHeader.isLinkLocal(Bytes.fromHex("fec00000000000000000000000000001")))
                .isFalse();
        assertThat(PerPeerHeader.isLinkLocal(Bytes.fromHex("c0000201"))).isFalse();
    }
}
