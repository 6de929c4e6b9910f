// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** A stream that fails after a number of bytes. Not thread-safe. */
final class BoundedInput extends FilterInputStream {
    private final long maxBytes;
    private long left;

    BoundedInput(InputStream in, long maxBytes) {
        super(in);
        this.maxBytes = maxBytes;
        this.left = maxBytes;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new IOException(String.format(Locale.ROOT, "the document has more than %,d bytes", maxBytes));
        }
    }
}
