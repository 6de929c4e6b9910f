// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.Serial;
import org.pathproof.srx.MemoryServer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxError;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;
import org.pathproof.wire.srx.SrxResults;

/**
 * Fuzzes the stream of a proxy to the SRx server, while the RPKI set changes.
 *
 * <p>The first byte of an input selects the circumstances; the stream follows. Every signature of a path whose keys are
 * there counts as valid.
 */
class SrxFuzzTest {
    private static final int MAX_UPDATES = 64;
    private static final int FEW_UPDATES = 3;
    private static final RpkiSnapshot KEYS = RpkiSnapshot.of(1, new Serial(1), NistKeys.all());
    private static final RpkiSnapshot NO_KEYS =
            RpkiSnapshot.of(1, new Serial(2), List.of(new Vrp(Prefix.parse("0.0.0.0/0"), 0, 1)));

    private static final Bytes HELLO = SrxCodec.encode(new SrxPdu.Hello(SrxPdu.VERSION, 1, 65537, List.of(65536L)));

    @FuzzTest(maxDuration = "10m")
    void streams(byte[] input) {
        if (input.length == 0) {
            return;
        }
        boolean complete = (input[0] & 1) == 0;
        boolean helloSent = (input[0] & 2) == 0;
        boolean roomy = (input[0] & 4) == 0;
        boolean alone = (input[0] & 8) == 0;
        Bytes stream = Bytes.wrap(input, 1, input.length - 1);
        HeldSet rpki = new HeldSet();
        if (complete) {
            rpki.replace(KEYS);
        }
        int maxUpdates = roomy ? MAX_UPDATES : FEW_UPDATES;
        MemoryServer server = new MemoryServer(maxUpdates, rpki, checks -> all(checks.size()));
        MemoryServer.Connection proxy = server.connect();
        MemoryServer.Connection other = server.connect();
        if (!alone) {
            other.deliver(SrxCodec.encode(new SrxPdu.Hello(SrxPdu.VERSION, 2, 65537, List.of())));
            other.deliver(stream);
        }
        if (helloSent) {
            proxy.deliver(HELLO);
            assertThat(proxy.sent()).containsExactly(new SrxPdu.HelloResponse(3, 1), new SrxPdu.SyncRequest());
        }
        proxy.deliver(stream);
        server.changeRpki(rpki.replace(NO_KEYS));
        check(proxy, roomy, helloSent ? HELLO.concat(stream) : stream);
        server.changeRpki(rpki.replace(KEYS));
        assertThat(server.updates()).isLessThanOrEqualTo(maxUpdates);
        proxy.disconnect();
        other.disconnect();
    }

    /** An RPKI set that changes on demand. */
    private static final class HeldSet implements RpkiSource {
        private @Nullable RpkiSnapshot set;

        RpkiChange replace(RpkiSnapshot next) {
            RpkiChange change = RpkiSnapshot.change(set, next);
            set = next;
            return change;
        }

        @Override
        public Optional<RpkiSet> current() {
            return Optional.ofNullable(set);
        }

        @Override
        public void onChange(Consumer<RpkiChange> listener) {
            throw new UnsupportedOperationException("the test reports changes itself");
        }

        @Override
        public Status status() {
            return new Status(true, null, null);
        }

        @Override
        public void close() {}
    }

    /** Checks the responses to a stream, at a time when no router key is known. */
    private static void check(MemoryServer.Connection proxy, boolean roomy, Bytes stream) {
        Map<Long, Integer> paths = new HashMap<>();
        int receipts = 0;
        boolean ended = false;
        for (SrxPdu pdu : proxy.sent()) {
            assertThat(ended).as("a PDU after Goodbye").isFalse();
            assertThat(SrxCodec.decode(SrxCodec.encode(pdu)).orThrow()).isEqualTo(pdu);
            switch (pdu) {
                case SrxPdu.VerifyNotification result -> {
                    receipts += (result.types() & SrxFlags.RECEIPT) == 0 ? 0 : 1;
                    if ((result.types() & SrxFlags.PATH) != 0) {
                        paths.put(result.updateId(), result.results().path());
                    }
                }
                case SrxPdu.ErrorReport error ->
                    assertThat(error.code() == SrxError.INTERNAL_ERROR && roomy)
                            .as("internal error")
                            .isFalse();
                case SrxPdu.Goodbye goodbye -> ended = true;
                default -> assertThat(pdu).isInstanceOfAny(SrxPdu.HelloResponse.class, SrxPdu.SyncRequest.class);
            }
        }
        if (!proxy.isClosed()) {
            checkRequests(stream, receipts, paths);
        }
        assertThat(ended).as("Goodbye without the end of the session").isIn(false, proxy.isClosed());
    }

    /** Checks that each request of an open session has its receipt, and that no path is VALID without its keys. */
    private static void checkRequests(Bytes stream, int receipts, Map<Long, Integer> paths) {
        int asked = 0;
        boolean kept = true;
        Bytes left = stream;
        while (SrxCodec.messageLength(left) instanceof Decoded.Ok<Integer>(Integer length)
                && length > 0
                && length <= left.length()) {
            SrxPdu pdu = SrxCodec.decode(left.slice(0, length)).orThrow();
            asked += pdu instanceof SrxPdu.VerifyRequest request && request.asksFor(SrxFlags.RECEIPT) ? 1 : 0;
            kept &= !(pdu instanceof SrxPdu.DeleteUpdate);
            left = left.from(length);
        }
        assertThat(receipts).isEqualTo(asked);
        if (kept) {
            assertThat(paths.values()).doesNotContain(SrxResults.VALID);
        }
    }

    private static BitSet all(int count) {
        BitSet all = new BitSet(count);
        all.set(0, count);
        return all;
    }
}
