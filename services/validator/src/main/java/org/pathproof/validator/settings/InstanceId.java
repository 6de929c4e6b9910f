// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.settings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The name of this instance in the consumer group: created once and kept in the state directory. */
public final class InstanceId {
    private static final String FILE = "instance-id";

    private static final Logger log = LoggerFactory.getLogger(InstanceId.class);

    private InstanceId() {}

    /** Returns the name of this machine or container, for operators; {@code unknown} if it has none. */
    public static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            log.debug("this machine has no name", e);
            return "unknown";
        }
    }

    /** Returns the name that is kept in {@code home}; creates the name and the folder if they are missing. */
    public static String of(Path home) throws IOException {
        Path file = home.resolve(FILE);
        if (Files.exists(file)) {
            String kept = Files.readString(file).strip();
            if (!kept.isEmpty()) {
                return kept;
            }
        }
        Files.createDirectories(home);
        String made = UUID.randomUUID().toString();
        Path draft = Files.writeString(home.resolve(FILE + ".new"), made);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return made;
    }
}
