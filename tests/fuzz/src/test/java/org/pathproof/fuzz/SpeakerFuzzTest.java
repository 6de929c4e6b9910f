// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgp.net.MemoryNeighbor;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.wire.Bytes;

/**
 * Fuzzes the stream of a router to the BGP speaker, in pieces of any length and in every state of the session.
 *
 * <p>The first byte of an input selects capabilities ({@link FuzzedOpen}), the second one the {@link Start}, and the
 * third one the length of the pieces; the stream follows.
 */
class SpeakerFuzzTest {
    private static final int HEADER = 3;
    /** Maximum number of bytes of an incomplete message in memory: an extended message, and a buffer twice as long. */
    private static final int MAX_KEPT_BYTES = 3 << 16;

    /** The state of the session in which the stream begins. */
    private enum Start {
        CONNECTED,
        OPENED,
        ESTABLISHED,
        /** A second connection, while the first one is established. */
        SECOND_CONNECTION,
        /** A second connection, while the first one has exchanged OPENs. */
        COLLISION
    }

    @FuzzTest(maxDuration = "10m")
    void streams(byte[] input) {
        if (input.length < HEADER) {
            return;
        }
        FuzzedOpen open = new FuzzedOpen(input[0]);
        FuzzedRouter router = new FuzzedRouter(open);
        MemoryNeighbor.Connection connection = begin(router, open, Start.values()[Math.floorMod(input[1], 5)]);
        for (Bytes piece : pieces(input)) {
            router.deliver(connection, piece);
            assertThat(connection.kept()).isLessThan(MAX_KEPT_BYTES);
        }
        router.checkEnding(connection);
        router.disconnectAll();
        assertThat(connection.kept()).isZero();
        assertThat(router.state()).isIn(BgpState.ACTIVE, BgpState.IDLE);
    }

    private static MemoryNeighbor.Connection begin(FuzzedRouter router, FuzzedOpen open, Start start) {
        MemoryNeighbor.Connection first = router.connect();
        if (start != Start.CONNECTED) {
            router.deliver(first, open.encoded());
            assertThat(router.state()).isEqualTo(BgpState.OPEN_CONFIRM);
        }
        if (start == Start.ESTABLISHED || start == Start.SECOND_CONNECTION) {
            router.deliver(first, FuzzedOpen.KEEPALIVE);
            assertThat(router.state()).isEqualTo(BgpState.ESTABLISHED);
            router.checkTable();
        }
        return start == Start.SECOND_CONNECTION || start == Start.COLLISION ? router.connect() : first;
    }

    private static List<Bytes> pieces(byte[] input) {
        int length = input[2] == 0 ? input.length : input[2] & 0xff;
        List<Bytes> pieces = new ArrayList<>();
        for (int at = HEADER; at < input.length; at += length) {
            pieces.add(Bytes.wrap(input, at, Math.min(length, input.length - at)));
        }
        return pieces;
    }
}
