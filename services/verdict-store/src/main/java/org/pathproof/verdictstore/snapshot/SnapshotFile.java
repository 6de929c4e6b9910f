// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** A snapshot file that is being read. Any number of threads may read sections at once. */
public final class SnapshotFile implements AutoCloseable {
    private static final int TAIL = 2 * Long.BYTES;
    private static final int MAX_SECTIONS = 1 << 16;

    private final FileChannel file;
    private final Map<String, SnapshotWriter.Section> sections = new HashMap<>();

    /**
     * Opens a file.
     *
     * @throws UnusableSnapshotException if it is not a whole snapshot
     * @throws IOException if it cannot be read
     */
    public SnapshotFile(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            readDirectory();
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void readDirectory() throws IOException {
        long size = file.size();
        if (size < Long.BYTES + TAIL) {
            throw UnusableSnapshotException.damaged("the file has " + size + " bytes, and is not a snapshot");
        }
        if (read(0, Long.BYTES).getLong() != SnapshotWriter.MAGIC) {
            throw UnusableSnapshotException.damaged("the file does not begin as a snapshot");
        }
        ByteBuffer tail = read(size - TAIL, TAIL);
        long directory = tail.getLong();
        if (tail.getLong() != SnapshotWriter.MAGIC || directory < Long.BYTES || directory > size - TAIL) {
            throw UnusableSnapshotException.damaged("the file has no end: it was not written completely");
        }
        SectionReader reader = new SectionReader(this, new SnapshotWriter.Section("directory", directory, size - TAIL));
        int count = reader.getInt();
        if (count < 0 || count > MAX_SECTIONS) {
            throw UnusableSnapshotException.damaged("the directory has " + count + " sections");
        }
        for (int i = 0; i < count; i++) {
            String name = new String(reader.getArray(), StandardCharsets.UTF_8);
            long begin = reader.getLong();
            long end = reader.getLong();
            if (begin < Long.BYTES || end < begin || end > directory) {
                throw UnusableSnapshotException.damaged("section \"" + name + "\" is not within the file");
            }
            sections.put(name, new SnapshotWriter.Section(name, begin, end));
        }
    }

    /** Returns bytes of the file, which must be there. */
    ByteBuffer read(long from, int length) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        read(from, into);
        return into.flip();
    }

    /** Fills a buffer. */
    void read(long from, ByteBuffer into) throws IOException {
        long at = from;
        while (into.hasRemaining()) {
            int got = file.read(into, at);
            if (got < 0) {
                throw UnusableSnapshotException.damaged("the file ends at byte " + at);
            }
            at += got;
        }
    }

    /**
     * Returns a reader of a section.
     *
     * @throws UnusableSnapshotException if there is no such section
     */
    public SectionReader section(String name) throws UnusableSnapshotException {
        SnapshotWriter.Section section = sections.get(name);
        if (section == null) {
            throw UnusableSnapshotException.damaged("the snapshot has no section \"" + name + "\"");
        }
        return new SectionReader(this, section);
    }

    /** Returns the size of the file in bytes. */
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
