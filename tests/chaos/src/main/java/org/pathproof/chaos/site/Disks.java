// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.SmallDisk;
import org.pathproof.harness.kafka.KafkaBrokers;

/** File systems in memory for the brokers whose disks a schedule fills. */
public final class Disks implements AutoCloseable {
    /** Size of a file system in MiB. The logs of a run of all schedules need less than half of it. */
    private static final int SIZE_MIB = 4096;

    private final Map<String, SmallDisk> disks = new TreeMap<>();

    private Disks() {}

    /** Returns true if this process can mount a file system; otherwise passes the reason to {@code reasons}. */
    public static boolean canMount(Consumer<String> reasons) throws IOException {
        Path folder = Files.createTempDirectory("pathproof-disk");
        try {
            Optional<SmallDisk> disk = SmallDisk.mount(folder, 1, reasons);
            disk.ifPresent(SmallDisk::close);
            return disk.isPresent();
        } finally {
            Files.delete(folder);
        }
    }

    /**
     * Mounts a file system for the data of each broker. Call before the brokers format their folders.
     *
     * @param brokers names such as broker-1
     * @throws IOException if a file system cannot be mounted
     */
    public static Disks mount(ProcessGroup processes, Collection<String> brokers) throws IOException {
        Disks all = new Disks();
        for (String broker : brokers) {
            Path folder = processes.folder(KafkaBrokers.dataFolder(ChaosSite.number(broker)));
            StringBuilder reason = new StringBuilder();
            all.disks.put(
                    broker,
                    SmallDisk.mount(folder, SIZE_MIB, reason::append)
                            .orElseThrow(() -> new IOException("cannot mount a disk for " + broker + ": " + reason)));
        }
        return all;
    }

    /** Fills the disk of a broker. */
    public void fill(String broker) {
        disk(broker).fill(0);
    }

    /** Frees the disk of a broker. */
    public void release(String broker) {
        disk(broker).release();
    }

    private SmallDisk disk(String broker) {
        SmallDisk disk = disks.get(broker);
        if (disk == null) {
            throw new IllegalArgumentException(broker + " has no disk of its own");
        }
        return disk;
    }

    @Override
    public void close() {
        disks.values().forEach(SmallDisk::close);
    }
}
