// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.verdictstore.memory.Words;

final class SnapshotFileTest {
    private static final int NUMBERS = 3 * SnapshotWriter.FRAME / Long.BYTES;

    @TempDir
    Path directory;

    /** Blocks of rows are written as bytes, and their heads are read as numbers. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 7})
    void readsNumbersThatWereWrittenAmongOtherBytes(int shift) throws IOException {
        Path path = directory.resolve("file");
        byte[] bytes = new byte[shift + NUMBERS * Long.BYTES];
        for (int i = 0; i < NUMBERS; i++) {
            Words.putI64(bytes, shift + i * Long.BYTES, Words.mix(i));
        }
        try (SnapshotWriter to = new SnapshotWriter(path)) {
            to.begin("numbers");
            to.putBytes(bytes, 0, bytes.length);
            to.putInt(17);
            to.finish();
        }
        try (SnapshotFile from = new SnapshotFile(path)) {
            SectionReader in = from.section("numbers");
            in.getBytes(new byte[shift], 0, shift);
            for (int i = 0; i < NUMBERS; i++) {
                if (i % 3 == 0) {
                    assertThat(in.getInt()).isEqualTo((int) Words.mix(i));
                    assertThat(in.getInt()).isEqualTo((int) (Words.mix(i) >>> Integer.SIZE));
                } else {
                    assertThat(in.getLong()).isEqualTo(Words.mix(i));
                }
            }
            assertThat(in.getInt()).isEqualTo(17);
            assertThat(in.isAtEnd()).isTrue();
        }
    }
}
