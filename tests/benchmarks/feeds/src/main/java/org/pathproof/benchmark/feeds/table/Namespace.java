// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;

/** A network namespace without a name. It ends with the process that holds it, and with this program. */
public final class Namespace implements AutoCloseable {
    private final ChildProcess holder;

    public Namespace(Path log) {
        holder = ChildProcess.start(log, "unshare", "--net", "sh", "-c", "ip link set lo up && exec sleep infinity");
        Conditions.await("a network namespace", () -> {
            holder.requireAlive();
            return !network(Long.toString(holder.pid())).equals(network("self"));
        });
    }

    private static Path network(String process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", process, "ns", "net"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command that runs the command that follows it in this namespace. */
    public List<String> inside() {
        return List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--");
    }

    /** Returns the name of this namespace for {@code ip link set netns}. */
    public String id() {
        return Long.toString(holder.pid());
    }

    @Override
    public void close() {
        holder.kill();
    }
}
