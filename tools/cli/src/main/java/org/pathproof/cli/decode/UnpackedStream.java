// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decompressed data, up to the end or the first error of the compressed data. Keeps the error for a later report. */
final class UnpackedStream extends FilterInputStream {
    private @Nullable IOException damage;

    UnpackedStream(InputStream unpacking) {
        super(unpacking);
    }

    Optional<IOException> damage() {
        return Optional.ofNullable(damage);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (damage != null) {
            return -1;
        }
        try {
            return super.read(into, from, length);
        } catch (IOException e) {
            damage = e;
            return -1;
        }
    }
}
