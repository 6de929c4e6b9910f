// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes a snapshot file, section by section. The file is not valid before {@link #finish}. Not thread-safe. */
public final class SnapshotWriter implements AutoCloseable {
    static final long MAGIC = 0x3130_5041_4e53_5050L; // "PPSNAP01"
    /** Maximum length of a frame's content in bytes. */
    static final int FRAME = 1 << 20;

    static final int FRAME_HEAD = 8;

    private final FileChannel file;
    private final ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + FRAME).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C sum = new CRC32C();
    private final List<Section> sections = new ArrayList<>();
    private String name = "";
    private long begin;

    /** A section: its frames are from the first byte to the end. */
    record Section(String name, long begin, long end) {}

    /** Creates a file, or replaces its content. */
    public SnapshotWriter(Path path) throws IOException {
        file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        frame.putLong(MAGIC).flip();
        writeAll();
    }

    private void writeAll() throws IOException {
        while (frame.hasRemaining()) {
            file.write(frame);
        }
        frame.clear().position(FRAME_HEAD);
    }

    private void flush() throws IOException {
        int length = frame.position() - FRAME_HEAD;
        if (length == 0) {
            return;
        }
        sum.reset();
        sum.update(frame.array(), FRAME_HEAD, length);
        frame.putInt(0, length).putInt(4, (int) sum.getValue()).flip();
        writeAll();
    }

    /** Begins a section. What follows belongs to it. */
    public void begin(String section) throws IOException {
        end();
        name = section;
        begin = file.position();
    }

    private void end() throws IOException {
        flush();
        if (!name.isEmpty()) {
            sections.add(new Section(name, begin, file.position()));
        }
    }

    private ByteBuffer room(int bytes) throws IOException {
        if (frame.remaining() < bytes) {
            flush();
        }
        return frame;
    }

    public void putInt(int value) throws IOException {
        room(Integer.BYTES).putInt(value);
    }

    public void putLong(long value) throws IOException {
        room(Long.BYTES).putLong(value);
    }

    /** Writes bytes without their length. */
    public void putBytes(byte[] array, int from, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, room(1).remaining());
            frame.put(array, from + done, part);
            done += part;
        }
    }

    /** Writes the length of an array, and its bytes. */
    public void putArray(byte[] array) throws IOException {
        putInt(array.length);
        putBytes(array, 0, array.length);
    }

    /** Writes the end of the file, and waits until the disk has all of it. */
    public void finish() throws IOException {
        end();
        long directory = file.position();
        putInt(sections.size());
        for (Section section : sections) {
            putArray(section.name().getBytes(StandardCharsets.UTF_8));
            putLong(section.begin());
            putLong(section.end());
        }
        flush();
        frame.clear().putLong(directory).putLong(MAGIC).flip();
        writeAll();
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
