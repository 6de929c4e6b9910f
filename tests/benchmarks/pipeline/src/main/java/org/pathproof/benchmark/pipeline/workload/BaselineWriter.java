// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Writes a part of the signatures of a workload, with their messages, for {@code openssl.c}. The file has two counts
 * and the points of the keys (64 bytes each). A record for each signature follows: number of the key, lengths of
 * message and signature, message, signature. Numbers have 32 bits, little-endian.
 */
final class BaselineWriter {
    static final int SIGNATURES = 20_000;
    private static final int POINT = 64;

    private final LabKeys keys;
    private final Map<Long, Integer> numbers = new LinkedHashMap<>();
    private final java.io.ByteArrayOutputStream signatures = new java.io.ByteArrayOutputStream();
    private int count;

    BaselineWriter(LabKeys keys) {
        this.keys = keys;
    }

    /** Adds the signatures of whole routes, until there are at least {@link #SIGNATURES}. */
    void offer(List<LabRoute> routes, List<SecurePath> signed) {
        for (int i = 0; i < routes.size() && count < SIGNATURES; i++) {
            add(routes.get(i), signed.get(i));
        }
    }

    private void add(LabRoute route, SecurePath path) {
        AfiSafi family = new AfiSafi(route.prefix().afi(), AfiSafi.SAFI_UNICAST);
        int hops = route.hops().size();
        for (int hop = 1; hop <= hops; hop++) {
            byte[] message = SignedBytes.of(path, 0, hop, LabSettings.LOCAL_AS, family, route.prefix())
                    .toArray();
            byte[] signature = path.blocks()
                    .getFirst()
                    .segments()
                    .get(hops - hop)
                    .signature()
                    .toArray();
            int key = numbers.computeIfAbsent(route.hops().get(hop - 1).asn(), _ -> numbers.size());
            signatures.writeBytes(numbers(key, message.length, signature.length));
            signatures.writeBytes(message);
            signatures.writeBytes(signature);
            count++;
        }
    }

    void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(numbers(numbers.size(), count));
            for (long asn : numbers.keySet()) {
                Bytes spki = keys.of(asn).routerKey().spki();
                out.write(spki.from(spki.length() - POINT).toArray());
            }
            signatures.writeTo(out);
        }
    }

    private static byte[] numbers(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : numbers) {
            bytes.putInt(number);
        }
        return bytes.array();
    }
}
