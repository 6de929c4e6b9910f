// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SectionReaderTest {
    private static final long NUMBER = 0x0102_0304_0506_0708L;

    @TempDir
    Path folder;

    private Path write(int before, int bytesOfNumber) throws IOException {
        byte[] number = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(NUMBER)
                .array();
        Path file = folder.resolve("snapshot");
        try (SnapshotWriter to = new SnapshotWriter(file)) {
            to.begin("rows");
            to.putBytes(new byte[before], 0, before);
            to.putBytes(number, 0, bytesOfNumber);
            to.finish();
        }
        return file;
    }

    /** Blocks of rows are arrays, so a frame may end within any of their numbers. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void readsNumbersOfAnArrayThatStandInTwoFrames(int inFirstFrame) throws IOException {
        int before = SnapshotWriter.FRAME - inFirstFrame;
        Path file = write(before, Long.BYTES);
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            SectionReader in = snapshot.section("rows");
            in.getBytes(new byte[before], 0, before);
            assertThat(in.getLong()).isEqualTo(NUMBER);
            assertThat(in.isAtEnd()).isTrue();
            SectionReader again = snapshot.section("rows");
            again.getBytes(new byte[before], 0, before);
            assertThat(again.getInt()).isEqualTo(0x0506_0708);
            assertThat(again.getInt()).isEqualTo(0x0102_0304);
        }
    }

    @Test
    void aSectionThatEndsWithinANumberIsDamaged() throws IOException {
        Path file = write(SnapshotWriter.FRAME - 3, Long.BYTES - 1);
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            SectionReader in = snapshot.section("rows");
            in.getBytes(new byte[SnapshotWriter.FRAME - 3], 0, SnapshotWriter.FRAME - 3);
            assertThatThrownBy(in::getLong)
                    .isInstanceOf(UnusableSnapshotException.class)
                    .hasMessageContaining("the section ends too early");
        }
    }
}
