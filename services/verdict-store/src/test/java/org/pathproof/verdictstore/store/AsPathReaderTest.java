// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Verdict;

/** Tests the reading of AS numbers from encoded verdicts, and queries by AS number. */
final class AsPathReaderTest {
    private static List<Integer> walk(byte[] message) {
        List<Integer> asns = new ArrayList<>();
        AsPathReader walk = new AsPathReader(message);
        while (walk.advance()) {
            asns.add(walk.current());
        }
        return asns;
    }

    @Test
    void readsTheSameNumbersAsProtobuf() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            Integer[] path = random.ints(1 + random.nextInt(6)).boxed().toArray(Integer[]::new);
            Verdict verdict = valid(path)
                    .setNextHop(ByteString.copyFrom(new byte[random.nextInt(17)]))
                    .build();
            assertThat(walk(verdict.toByteArray())).isEqualTo(verdict.getAsPathList());
        }
        assertThat(walk(Verdict.getDefaultInstance().toByteArray())).isEmpty();
    }

    @Test
    void readsUnpackedNumbersAndSkipsUnknownFields() throws Exception {
        int field = Verdict.AS_PATH_FIELD_NUMBER;
        byte[] message = UnknownFieldSet.newBuilder()
                .addField(
                        field,
                        UnknownFieldSet.Field.newBuilder()
                                .addVarint(64496)
                                .addVarint(0xffff_ffffL)
                                .build())
                .addField(
                        900,
                        UnknownFieldSet.Field.newBuilder()
                                .addFixed32(1)
                                .addFixed64(2)
                                .build())
                .build()
                .toByteArray();
        assertThat(walk(message))
                .isEqualTo(Verdict.parseFrom(message).getAsPathList())
                .containsExactly(64496, -1);
    }

    @Test
    void everyWalkFindsTheSameRoutes() {
        RouteTable table = new RouteTable();
        for (int peer = 1; peer <= 4; peer++) {
            byte[] id = sessionId(peer).bytes().toArray();
            table.applySession(id, session(peer, 1, peer).build().toByteArray());
        }
        Random random = new Random(11);
        for (int i = 0; i < 2000; i++) {
            // Peer 4 has few routes. AS 174 is in all paths. Other ASes are in some or few paths.
            int peer = i % 100 == 0 ? 4 : 1 + i % 3;
            Verdict verdict = unsigned(65000 + peer, 174, 3000 + random.nextInt(5), 70000 + random.nextInt(500))
                    .build();
            table.applyVerdict(
                    key("10." + i / 250 + "." + i % 250 + ".0/24", peer).toBytes(), verdict.toByteArray());
        }
        for (long asn : new long[] {174, 3002, 70123, 9}) {
            for (String peer : new String[] {"192.0.2.4", "AS65001", "192.0.2.9"}) {
                RouteQuery query = RouteQuery.builder()
                        .peer(new SessionSelector(peer))
                        .asn(OptionalLong.of(asn))
                        .build();
                assertThat(all(table.find(query, null)))
                        .as("AS%d by %s", asn, peer)
                        .isEqualTo(all(new FilteredRoutes(table.find(RouteQuery.ALL, null), query::matches)));
            }
        }
    }

    private static List<Route> all(Iterator<Route> routes) {
        List<Route> all = new ArrayList<>();
        routes.forEachRemaining(all::add);
        return all;
    }
}
