// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A file with TCP-AO keys: one key a line ({@link TcpAoKey#parse}), with empty lines and comments that begin with #. */
final class AoKeyFile {
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
        keys = read();
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
        List<TcpAoKey> read = read();
        if (read.equals(keys)) {
            return Optional.empty();
        }
        if (read.contains(TcpAoKey.HANDSHAKE) || keys.contains(TcpAoKey.HANDSHAKE)) {
            throw new IllegalArgumentException(path + ": a change from or to the key tls needs a restart");
        }
        List<TcpAoKey> used = new ArrayList<>(keys);
        used.addAll(leaving);
        for (TcpAoKey key : read) {
            for (TcpAoKey other : used) {
                if (key.excludes(other) && !key.equals(other)) {
                    throw new IllegalArgumentException(path + ": " + key + ": connections use another key with the same"
                            + " send or receive id: give a new key new ids (RFC 5925 section 3.1)");
                }
            }
        }
        List<TcpAoKey> before = keys;
        keys = read;
        return Optional.of(before);
    }

    private List<TcpAoKey> read() {
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            throw unreadable(e);
        }
        List<TcpAoKey> read = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    read.add(TcpAoKey.parse(line));
                    TcpAoKeys.checkTogether(read);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(path + ":" + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        if (read.isEmpty()) {
            throw new IllegalArgumentException(path + ": no TCP-AO key in the file");
        }
        return List.copyOf(read);
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
