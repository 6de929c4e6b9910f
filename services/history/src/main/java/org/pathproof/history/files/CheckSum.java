// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** CRC-32C of files (RFC 3720 appendix B.4). */
final class CheckSum {
    private static final int BUFFER_BYTES = 256 * 1024;

    private CheckSum() {}

    /** Returns the check sum of a file. */
    static long of(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(buffer) >= 0) {
                sum.update(buffer.flip());
                buffer.clear();
            }
        }
        return sum.getValue();
    }

    /** Returns the check sum of bytes. */
    static long of(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return sum.getValue();
    }
}
