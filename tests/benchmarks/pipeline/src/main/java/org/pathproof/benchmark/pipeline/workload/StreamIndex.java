// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The index of a stream: two numbers for each update, in a file. Its arrays are shared and must not be modified. */
public final class StreamIndex {
    private static final int BYTES = 2 * Long.BYTES;

    private final long[] ends;
    private final long[] digests;

    private StreamIndex(long[] ends, long[] digests) {
        this.ends = ends;
        this.digests = digests;
    }

    public static StreamIndex read(Path file) throws IOException {
        int count = (int) (Files.size(file) / BYTES);
        long[] ends = new long[count];
        long[] digests = new long[count];
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 18))) {
            for (int i = 0; i < count; i++) {
                ends[i] = in.readLong();
                digests[i] = in.readLong();
            }
        }
        return new StreamIndex(ends, digests);
    }

    /** Returns the end of each update in the stream, in bytes. */
    public long[] ends() {
        return ends;
    }

    /** Returns the digest of the BGPsec_PATH of each update, which identifies its verdict; 0 without signatures. */
    public long[] digests() {
        return digests;
    }

    public int size() {
        return ends.length;
    }
}
