// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A limit of the CPU time of a process, by a control group of Linux (version 1 or 2). The limit can change while the
 * process runs.
 */
public final class CpuQuota implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 20_000;

    private final Path group;
    private final boolean second;

    private CpuQuota(Path group, boolean second) {
        this.group = group;
        this.second = second;
    }

    /** Creates a group without a limit; empty where control groups are not permitted. */
    public static Optional<CpuQuota> create(String name) {
        boolean second = Files.exists(ROOT.resolve("cgroup.controllers"));
        Path group = (second ? ROOT : ROOT.resolve("cpu"))
                .resolve("pathproof-bench-" + ProcessHandle.current().pid() + "-" + name);
        try {
            Files.createDirectory(group);
            if (Files.isWritable(group.resolve(second ? "cpu.max" : "cpu.cfs_quota_us"))) {
                return Optional.of(new CpuQuota(group, second));
            }
            Files.delete(group);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the command that runs another command in the group. */
    public List<String> wrapper() {
        String processes = group.resolve(second ? "cgroup.procs" : "tasks").toString();
        return List.of("/bin/sh", "-c", "echo $$ > " + processes + " && exec \"$@\"", "sh");
    }

    /** Limits the group to a share of one processor. */
    public void limit(double share) throws IOException {
        long quota = Math.round(share * PERIOD_MICROS);
        if (second) {
            Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        }
    }

    /** Removes the group, whose processes must have ended. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(group);
    }
}
