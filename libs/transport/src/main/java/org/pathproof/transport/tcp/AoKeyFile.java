// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.pathproof.transport.FileWatch;

/** A file with TCP-AO keys: one key a line ({@link TcpAoKey#parse}), empty lines, and comments that begin with #. */
final class AoKeyFile {
    private record Line(int number, TcpAoKey key) {}

    private final Path path;
    private final FileWatch watch;
    private List<TcpAoKey> keys;

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if the file is unusable; the message names the file, and the line
     */
    AoKeyFile(Path path) {
        this.path = path;
        try {
            watch = new FileWatch(List.of(path), true);
        } catch (IOException e) {
            throw unreadable(e);
        }
        keys = keys(read());
    }

    /** Returns the keys that are in force. */
    List<TcpAoKey> keys() {
        return keys;
    }

    /**
     * Reads the file again if it has changed, and puts its keys in force.
     *
     * @param leaving keys that are no longer in force, but still used by connections
     * @return the earlier keys if the keys have changed
     * @throws IllegalArgumentException if the file is unusable, or cannot replace the keys in force. The keys in force
     *     remain.
     */
    Optional<List<TcpAoKey>> reread(Collection<TcpAoKey> leaving) {
        try {
            if (!watch.hasChanged()) {
                return Optional.empty();
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        List<Line> lines = read();
        List<TcpAoKey> read = keys(lines);
        if (read.equals(keys)) {
            return Optional.empty();
        }
        if (read.contains(TcpAoKey.HANDSHAKE) || keys.contains(TcpAoKey.HANDSHAKE)) {
            throw unusable(lines.getFirst(), "a change from or to the key tls needs a restart");
        }
        List<TcpAoKey> used = new ArrayList<>(keys);
        used.addAll(leaving);
        for (Line line : lines) {
            if (used.stream()
                    .anyMatch(other -> line.key().excludes(other) && !line.key().equals(other))) {
                throw unusable(
                        line,
                        line.key() + ": connections use another key with the same send or receive id: give a new key"
                                + " new ids (RFC 5925 section 3.1)");
            }
        }
        List<TcpAoKey> before = keys;
        keys = read;
        return Optional.of(before);
    }

    private List<Line> read() {
        List<String> texts;
        try {
            texts = Files.readAllLines(path);
        } catch (IOException e) {
            throw unreadable(e);
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i).strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                try {
                    lines.add(new Line(i + 1, TcpAoKey.parse(text)));
                    TcpAoKey.checkTogether(keys(lines));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(path + ":" + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(path + ": no TCP-AO key in the file");
        }
        return lines;
    }

    private static List<TcpAoKey> keys(List<Line> lines) {
        return lines.stream().map(Line::key).toList();
    }

    private IllegalArgumentException unusable(Line line, String reason) {
        return new IllegalArgumentException(path + ":" + line.number() + ": " + reason);
    }

    private IllegalArgumentException unreadable(IOException e) {
        String reason = e instanceof NoSuchFileException ? "the file does not exist" : String.valueOf(e.getMessage());
        return new IllegalArgumentException("cannot read TCP-AO keys from " + path + ": " + reason, e);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
