// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.bench;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Deterministic records of verdicts. A fifth of the paths is signed, a hundredth of these is NOT_VALID. Four fifths of
 * the changes concern a twentieth of the prefixes.
 */
final class BenchRecords {
    static final int PARTITIONS = 12;
    private static final int PATHS = 20_000;
    private static final int PATHS_OF_A_PREFIX = 4;
    private static final int SKI_BYTES = 20;

    private final Random random = new Random(7);
    private final List<Prefix> prefixes = new ArrayList<>();
    private final List<SessionId> sessions = new ArrayList<>();
    private final byte[][] values = new byte[2 * PATHS][];

    /** The key of the last record. */
    byte[] key = {};

    /** The partition of the last record. */
    int partition;

    /** The value of the last record; null for a withdrawal. */
    byte @Nullable [] value;

    BenchRecords(int prefixCount, int sessionCount) {
        for (int i = 0; i < prefixCount; i++) {
            int length = i % 3 == 0 ? 20 + i % 4 : 24;
            prefixes.add(
                    i % 6 == 0
                            ? Prefix.ipv6(0x2001_0000_0000_0000L + ((long) i * 2_654_435_761L << 16), 0, 128)
                                    .truncate(48)
                            : Prefix.ipv4(0x0100_0000 + i * 3_079 * 256, 32).truncate(length));
        }
        for (int i = 0; i < sessionCount; i++) {
            byte[] id = new byte[SessionId.LENGTH];
            random.nextBytes(id);
            sessions.add(new SessionId(Bytes.wrap(id)));
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i);
        }
    }

    private byte[] value(int number) {
        boolean isSigned = number % 5 == 0;
        boolean isInvalid = number % 500 == 0;
        Verdict.Builder verdict = Verdict.newBuilder()
                .setState(isInvalid ? PathState.NOT_VALID : isSigned ? PathState.VALID : PathState.UNSIGNED)
                .setOrigin(number % 3 == 0 ? OriginState.ORIGIN_NOT_FOUND : OriginState.ORIGIN_VALID)
                .setRpkiSerial(812_345)
                .setEpoch(7)
                .setReceivedUs(1_795_919_526_934_000L)
                .setValidatedUs(1_795_919_526_935_000L)
                .setTargetAs(64_500)
                .setNextHop(ByteString.copyFrom(new byte[] {10, 0, 0, 1}))
                .setAttributeDigest(isSigned ? random.nextLong() : 0);
        int length = 3 + random.nextInt(4);
        for (int i = 0; i < length; i++) {
            // All paths of a prefix have the same origin.
            int asn = i == length - 1 ? 1_000 + number / PATHS_OF_A_PREFIX : 1_000 + random.nextInt(60_000);
            verdict.addAsPath(asn);
            if (isSigned) {
                verdict.addHops(
                        Hop.newBuilder().setAsn(asn).setPcount(1).setSki(ByteString.copyFrom(new byte[SKI_BYTES])));
            }
        }
        verdict.setOriginAs(verdict.getAsPath(length - 1));
        for (int i = 0; i < 4; i++) {
            verdict.addCommunities(65_000 << 16 | i);
        }
        if (isInvalid) {
            verdict.addFindings(Finding.newBuilder()
                    .setRule("signature-mismatch")
                    .setHop(2)
                    .setAsn(verdict.getAsPath(1))
                    .setMessage("The signature of hop 2 does not verify."));
        }
        return verdict.build().toByteArray();
    }

    int routes() {
        return prefixes.size() * sessions.size();
    }

    Prefix prefix(int number) {
        return prefixes.get(number);
    }

    /** Makes the first record of a route. */
    void first(int route) {
        set(route % prefixes.size(), route / prefixes.size(), false);
    }

    /** Makes the record of a random change. */
    void next() {
        int count = prefixes.size();
        int prefix = random.nextInt(5) > 0 ? random.nextInt(count / 20) * 20 : random.nextInt(count);
        set(prefix, random.nextInt(sessions.size()), random.nextInt(10) == 0);
    }

    private void set(int prefix, int session, boolean isWithdrawn) {
        key = new RouteKey(prefixes.get(prefix), 1, sessions.get(session), 0).toBytes();
        partition = prefix % PARTITIONS;
        value = isWithdrawn
                ? null
                : values[(prefix * PATHS_OF_A_PREFIX + random.nextInt(PATHS_OF_A_PREFIX)) % values.length];
    }
}
