// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Valid signatures with keys in random order. The messages have about 200 bytes, the size that a hop of a BGPsec path
 * signs (RFC 8205 section 4.2). The workload is the same in each run. {@code runner.c} also reads the file of the
 * workload. The file has a header, the points of the keys (X and Y, 32 bytes each), and a record for each signature.
 * Numbers are little-endian; X, Y, r and s are big-endian.
 */
final class Workload {
    static final int MAX_MESSAGE_BYTES = 248;
    static final int MIN_MESSAGE_BYTES = 152;

    private static final byte[] MAGIC = "PPP256W1".getBytes(US_ASCII);
    private static final int POINT = 64;
    private static final int NUMBER = 32;
    private static final int MAX_DER_BYTES = 72;
    private static final int RECORD = 4 + 2 + 2 + 3 * NUMBER + MAX_DER_BYTES + MAX_MESSAGE_BYTES;
    private static final int MIN_SIGNATURES = 16_384;
    private static final byte[] SPKI_HEAD =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private final Path file;
    private final byte[][] points;
    private final SignatureCase[] signatureCases;

    /** A signature. Its arrays are shared and must not be modified. */
    static final class SignatureCase {
        private final int key;
        private final byte[] message;
        private final byte[] digest;
        private final byte[] numbers;
        private final byte[] der;

        SignatureCase(int key, byte[] message, byte[] digest, byte[] numbers, byte[] der) {
            this.key = key;
            this.message = message;
            this.digest = digest;
            this.numbers = numbers;
            this.der = der;
        }

        /** Returns the number of the key, from 0. */
        int key() {
            return key;
        }

        byte[] message() {
            return message;
        }

        byte[] digest() {
            return digest;
        }

        /** Returns r and s, 32 bytes each. */
        byte[] numbers() {
            return numbers;
        }

        /** Returns r and s in DER. */
        byte[] der() {
            return der;
        }
    }

    Workload(Path file, byte[][] points, SignatureCase[] signatureCases) {
        this.file = file;
        this.points = points;
        this.signatureCases = signatureCases;
    }

    /**
     * Returns the number of signatures for a number of keys: at least one for each key, and at least {@value
     * #MIN_SIGNATURES} in total.
     */
    static int signatures(int keys) {
        return Math.ceilDiv(MIN_SIGNATURES, keys) * keys;
    }

    /** Reads the workload of a number of keys from the folder, or signs it and writes it there. */
    static Workload of(int keys, Path folder) throws IOException {
        Path file = folder.resolve("p256-" + keys + ".workload");
        if (!Files.isReadable(file) || Files.size(file) != bytes(keys)) {
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(folder, "p256-", ".new");
            try {
                new Signer(keys).workload(fresh).write();
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        }
        return read(file, keys);
    }

    private static long bytes(int keys) {
        return MAGIC.length + 2L * Integer.BYTES + (long) POINT * keys + (long) RECORD * signatures(keys);
    }

    Path file() {
        return file;
    }

    int keys() {
        return points.length;
    }

    int size() {
        return signatureCases.length;
    }

    SignatureCase signatureCase(int index) {
        return signatureCases[index];
    }

    /** Returns the SubjectPublicKeyInfo of a key, in DER. */
    byte[] spki(int key) {
        byte[] spki = Arrays.copyOf(SPKI_HEAD, SPKI_HEAD.length + POINT);
        System.arraycopy(points[key], 0, spki, SPKI_HEAD.length, POINT);
        return spki;
    }

    private void write() throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write(MAGIC);
            byte[] counts = new byte[2 * Integer.BYTES];
            record(counts).putInt(keys()).putInt(size());
            out.write(counts);
            for (byte[] point : points) {
                out.write(point);
            }
            for (SignatureCase signatureCase : signatureCases) {
                byte[] record = new byte[RECORD];
                record(record)
                        .putInt(signatureCase.key)
                        .putShort((short) signatureCase.message.length)
                        .putShort((short) signatureCase.der.length)
                        .put(signatureCase.digest)
                        .put(signatureCase.numbers)
                        .put(signatureCase.der)
                        .position(RECORD - MAX_MESSAGE_BYTES)
                        .put(signatureCase.message);
                out.write(record);
            }
        }
    }

    private static Workload read(Path file, int keys) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
            byte[] magic = in.readNBytes(MAGIC.length);
            ByteBuffer counts = record(in.readNBytes(2 * Integer.BYTES));
            int size = signatures(keys);
            if (!Arrays.equals(magic, MAGIC) || counts.getInt() != keys || counts.getInt() != size) {
                throw new IOException(
                        file + " is not a workload of " + keys + " keys: delete the file, and run the benchmark again");
            }
            byte[][] points = new byte[keys][];
            for (int i = 0; i < keys; i++) {
                points[i] = in.readNBytes(POINT);
            }
            SignatureCase[] signatureCases = new SignatureCase[size];
            for (int i = 0; i < size; i++) {
                signatureCases[i] = signatureCase(record(in.readNBytes(RECORD)));
            }
            return new Workload(file, points, signatureCases);
        }
    }

    private static SignatureCase signatureCase(ByteBuffer record) {
        int key = record.getInt();
        byte[] message = new byte[record.getShort()];
        byte[] der = new byte[record.getShort()];
        byte[] digest = new byte[NUMBER];
        byte[] numbers = new byte[2 * NUMBER];
        record.get(digest).get(numbers).get(der);
        record.position(RECORD - MAX_MESSAGE_BYTES).get(message);
        return new SignatureCase(key, message, digest, numbers, der);
    }

    private static ByteBuffer record(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
