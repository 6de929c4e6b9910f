// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Reads a section of a snapshot, and checks its sums. Not thread-safe. */
public final class SectionReader {
    private final FileBytes file;
    private final SnapshotWriter.Section section;
    private final ByteBuffer frame;
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C sum = new CRC32C();
    private long next;

    SectionReader(FileBytes file, SnapshotWriter.Section section) {
        this.file = file;
        this.section = section;
        this.next = section.begin();
        int longest = (int) Math.min(SnapshotWriter.FRAME, section.end() - section.begin());
        this.frame = ByteBuffer.allocate(longest).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    /** Returns an exception about this place of the section. */
    public UnusableSnapshotException damaged(String what) {
        return UnusableSnapshotException.damaged(where() + ": " + what);
    }

    private String where() {
        return "section \"" + section.name() + "\", frame that ends at byte " + next;
    }

    private void nextFrame() throws IOException {
        if (next == section.end()) {
            throw damaged("the section ends too early");
        }
        if (section.end() - next < SnapshotWriter.FRAME_HEAD) {
            throw damaged("a frame has no head");
        }
        ByteBuffer head = file.read(next, SnapshotWriter.FRAME_HEAD);
        int length = head.getInt();
        int expected = head.getInt();
        next += SnapshotWriter.FRAME_HEAD;
        if (length < 1 || length > SnapshotWriter.FRAME || length > section.end() - next) {
            throw damaged("the frame has a length of " + length);
        }
        file.read(next, frame.clear().limit(length));
        next += length;
        frame.flip();
        sum.reset();
        sum.update(frame.array(), 0, length);
        if ((int) sum.getValue() != expected) {
            throw damaged("the check sum is not that of the content");
        }
    }

    /** Returns the rest of the frame, or that of the next one at its end. */
    private ByteBuffer rest() throws IOException {
        if (!frame.hasRemaining()) {
            nextFrame();
        }
        return frame;
    }

    /** Returns a buffer with the bytes of a number, which may stand in two frames as a part of an array. */
    private ByteBuffer value(int bytes) throws IOException {
        if (rest().remaining() >= bytes) {
            return frame;
        }
        getBytes(number.array(), 0, bytes);
        return number.clear();
    }

    /** Returns true at the end of the section. */
    public boolean isAtEnd() {
        return !frame.hasRemaining() && next == section.end();
    }

    public int getInt() throws IOException {
        return value(Integer.BYTES).getInt();
    }

    public long getLong() throws IOException {
        return value(Long.BYTES).getLong();
    }

    /** Reads bytes. */
    public void getBytes(byte[] array, int from, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, rest().remaining());
            frame.get(array, from + done, part);
            done += part;
        }
    }

    /**
     * Reads an array that stands after its length.
     *
     * @throws UnusableSnapshotException if it is longer than the rest of the section
     */
    public byte[] getArray() throws IOException {
        int length = getInt();
        if (length < 0 || length > frame.remaining() + section.end() - next) {
            throw damaged("an array has a length of " + length);
        }
        byte[] array = new byte[length];
        getBytes(array, 0, length);
        return array;
    }
}
