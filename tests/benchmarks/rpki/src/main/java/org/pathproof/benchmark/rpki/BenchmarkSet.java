// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * A set of the benchmark, and keys for its changes. Router keys are different points of P-256.
 *
 * @param snapshot the set
 * @param more further router keys
 */
record BenchmarkSet(RpkiSnapshot snapshot, List<RouterKey> more) {
    /** DER before X and Y: SEQUENCE, id-ecPublicKey, secp256r1, BIT STRING, uncompressed (RFC 5480 section 2). */
    private static final Bytes SPKI_HEAD = Bytes.fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private static final int COORDINATE = 32;
    private static final int FIRST_AS = 100_000;
    private static final int IPV6_EVERY = 4;
    private static final int PROVIDERS = 4;

    /** Numbers of objects by type. */
    record Sizes(int routerKeys, int vrps, int aspas) {}

    /** Creates a set. */
    static BenchmarkSet of(Sizes sizes, int more) {
        List<RouterKey> keys = keys(sizes.routerKeys() + more);
        List<RpkiObject> objects = new ArrayList<>(keys.subList(0, sizes.routerKeys()));
        for (int i = 0; i < sizes.vrps(); i++) {
            objects.add(
                    i % IPV6_EVERY == 0
                            ? new Vrp(
                                    Prefix.ipv6(0x2400_0000_0000_0000L + ((long) i << 16), 0, 48), 48, FIRST_AS + i / 8)
                            : new Vrp(Prefix.ipv4((1 << 24) + (i << 8), 24), 24, FIRST_AS + i / 8));
        }
        for (int i = 0; i < sizes.aspas(); i++) {
            List<Long> providers = new ArrayList<>();
            for (int j = 1; j <= PROVIDERS; j++) {
                providers.add((long) FIRST_AS + i + j);
            }
            objects.add(new Aspa(FIRST_AS + i, providers));
        }
        return new BenchmarkSet(
                RpkiSnapshot.of(1, new Serial(1), objects), List.copyOf(keys.subList(sizes.routerKeys(), keys.size())));
    }

    /** Returns keys whose points are multiples of the base point. */
    private static List<RouterKey> keys(int count) {
        X9ECParameters p256 = CustomNamedCurves.getByName("P-256");
        ECPoint[] points = new ECPoint[count];
        ECPoint point = p256.getG();
        for (int i = 0; i < count; i++) {
            points[i] = point;
            point = point.add(p256.getG());
        }
        p256.getCurve().normalizeAll(points);
        List<RouterKey> keys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] spki = new byte[SPKI_HEAD.length() + 2 * COORDINATE];
            SPKI_HEAD.copyTo(spki, 0);
            System.arraycopy(points[i].getAffineXCoord().getEncoded(), 0, spki, SPKI_HEAD.length(), COORDINATE);
            System.arraycopy(
                    points[i].getAffineYCoord().getEncoded(), 0, spki, SPKI_HEAD.length() + COORDINATE, COORDINATE);
            Bytes bytes = Bytes.wrap(spki);
            keys.add(new RouterKey(
                    FIRST_AS + i / 2, SubjectKeyIdentifier.of(bytes).orElseThrow(), bytes));
        }
        return keys;
    }
}
