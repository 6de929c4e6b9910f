// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Default folder of a validator's state (XDG Base Directory Specification). The folder is below the state directory of
 * systemd if that is set, else below the state directory of the user. Only the owner can read the folder. A folder that
 * belongs to another user is refused, because its content is the identity of this instance.
 */
public final class StateDirectory {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Path SELF = Path.of("/proc/self");
    private static final String SETTING = "pathproof.validator.state-directory";

    private StateDirectory() {}

    /**
     * Returns the folder for an application of Kafka Streams.
     *
     * @param environment variables of the process
     * @param home the home folder of the user
     * @throws IllegalStateException if neither variable is set and the user has no home folder
     */
    static Path usual(Map<String, String> environment, String home, String applicationId) {
        String systemd = environment.getOrDefault("STATE_DIRECTORY", "").split(":", 2)[0];
        if (!systemd.isBlank()) {
            return Path.of(systemd, applicationId);
        }
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        if (!xdg.isBlank()) {
            return Path.of(xdg, "pathproof", applicationId);
        }
        if (home.isBlank() || !Path.of(home).isAbsolute() || !Files.isDirectory(Path.of(home))) {
            throw new IllegalStateException("the user of this process has no home folder (\"" + home
                    + "\") for the validator's state: set " + SETTING);
        }
        return Path.of(home, ".local", "state", "pathproof", applicationId);
    }

    /**
     * Creates the folder when it is missing, and denies other users access to it.
     *
     * @throws IOException when it cannot be created
     * @throws IllegalStateException when it belongs to another user, or is a link
     */
    public static void prepare(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            throw new IllegalStateException(
                    "the state directory " + folder + " is a symbolic link: remove it, or set " + SETTING);
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        if (Files.exists(SELF) && !uid(folder).equals(uid(SELF))) {
            throw new IllegalStateException("the state directory " + folder + " belongs to user "
                    + Files.getOwner(folder).getName() + ", not to the user of this process: set " + SETTING);
        }
        if (!Files.getPosixFilePermissions(folder).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
    }

    private static Object uid(Path path) throws IOException {
        return Objects.requireNonNull(
                path.equals(SELF)
                        ? Files.getAttribute(path, "unix:uid")
                        : Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }
}
