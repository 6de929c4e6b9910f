// SPDX-License-Identifier: Apache-2.0
package org.pathproof.networkrecords;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Prefix;

class NetworkRecordsTest {
    private static final NetworkTable TABLE = NetworkTable.of(Map.of(
            Prefix.parseWithLength("192.0.2.0/24"), List.of(3356, 1299, 64_496),
            Prefix.parseWithLength("2001:db8::/32"), List.of(174, 64_497)));

    private final NetworkRecords records = new NetworkRecords(TABLE, 12, 20, 100);

    private Verdict verdict(int prefix, int session, RouteVersion version) throws IOException {
        return Verdict.parseFrom(records.verdict(prefix, session, version));
    }

    @Test
    void aRouteHasThePathOfItsTableBehindTheNeighbor() throws IOException {
        Verdict verdict = verdict(0, 0, RouteVersion.of(2, 0));
        assertThat(verdict.getAsPathList()).startsWith(3074).endsWith(3356, 1299, 64_496);
        assertThat(verdict.getOriginAs()).isEqualTo(64_496);
        assertThat(verdict.getHopsCount()).isEqualTo(verdict.getAsPathCount());
        assertThat(verdict.getState()).isEqualTo(PathState.VALID);
        assertThat(RouteKey.ofBytes(records.key(1, 3)).prefix()).isEqualTo(Prefix.parseWithLength("2001:db8::/32"));
    }

    @Test
    void aWithdrawnKeyMakesItsPathsNotValid() throws IOException {
        Verdict verdict = verdict(0, 0, RouteVersion.of(2, 0).withoutKeyOf(1299));
        assertThat(verdict.getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict.getFindings(0).getAsn()).isEqualTo(1299);
        assertThat(verdict(1, 0, RouteVersion.of(2, 0).withoutKeyOf(1299)).getState())
                .isEqualTo(PathState.VALID);
    }

    @Test
    void anotherRoaMakesTheOriginInvalid() throws IOException {
        assertThat(verdict(0, 0, RouteVersion.of(2, 0).withInvalidOrigin(true)).getOrigin())
                .isEqualTo(OriginState.ORIGIN_INVALID);
    }

    @Test
    void aLaterVersionWasReceivedLater() throws IOException {
        assertThat(verdict(0, 1, RouteVersion.of(2, 3)).getReceivedUs())
                .isEqualTo(verdict(0, 1, RouteVersion.of(2, 2)).getReceivedUs() + 1_000_000)
                .isEqualTo(NetworkRecords.receivedUs(0, 1, 3));
    }

    @Test
    void theMainTransitAsSignsHalfOfTheSignedPaths() {
        NetworkTable table = NetworkTable.random(50_000);
        NetworkRecords some = new NetworkRecords(table, 12, 20, 20);
        int transit = table.mainTransit();
        assertThat(IntStream.range(0, table.size()).filter(some::isSigned).count())
                .isBetween(9_000L, 11_000L);
        assertThat(IntStream.range(0, table.size())
                        .filter(i -> some.usesKeyOf(i, transit))
                        .count())
                .isBetween(4_400L, 5_600L);
    }

    @Test
    void randomTablesHaveTheLengthsOfRealOnes() {
        NetworkTable table = NetworkTable.random(50_000);
        assertThat(IntStream.range(0, table.size())
                        .filter(i -> table.prefix(i).length() == 24)
                        .count())
                .isBetween(27_000L, 30_000L);
        assertThat(IntStream.range(0, table.size())
                        .map(i -> table.path(i).length)
                        .average()
                        .orElseThrow())
                .isBetween(3.0, 4.0);
        assertThat(IntStream.range(1, table.size())
                        .allMatch(i -> table.prefix(i - 1).compareTo(table.prefix(i)) < 0))
                .isTrue();
    }
}
