// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Files and folders that no other user of the machine can read or change: modes 0600 and 0700. */
final class OwnerOnly {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> NEW_FOLDER =
            PosixFilePermissions.asFileAttribute(FOLDER);
    private static final Path SELF = Path.of("/proc/self");
    private static final int SUPERUSER = 0;

    private OwnerOnly() {}

    /** Makes a folder and those above it that are missing. Folders that exist keep their modes. */
    static Path createFolders(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        return Files.isDirectory(folder) ? folder : Files.createDirectories(folder, NEW_FOLDER);
    }

    /** Throws StartFailure when a folder belongs to another user, and this process does not run as root. */
    static void requireOwner(Path folder) throws IOException {
        if (!Files.exists(SELF)) {
            return; // no Linux: the modes are refused when the owner is another one
        }
        int self = uid(SELF);
        if (self != SUPERUSER && uid(folder) != self) {
            throw new StartFailure("the data folder " + folder + " belongs to the user "
                    + Files.getOwner(folder).getName() + ", and Pathproof runs as " + System.getProperty("user.name")
                    + ": run it as that user, or name another folder with --data");
        }
    }

    /**
     * Takes every right on a folder, and on what is in it, from group and others. Links to folders at the top are followed.
     *
     * @param except a name at the top that is left as it is
     */
    static void restrict(Path root, String except) throws IOException {
        set(root, FOLDER);
        List<Path> top;
        try (Stream<Path> entries = Files.list(root)) {
            top = entries.filter(entry -> !entry.getFileName().toString().equals(except))
                    .toList();
        }
        for (Path entry : top) {
            Path start = Files.isSymbolicLink(entry) && Files.isDirectory(entry) ? entry.toRealPath() : entry;
            List<Path> all;
            try (Stream<Path> inside = Files.walk(start)) {
                all = inside.toList();
            }
            for (Path path : all) {
                restrict(path);
            }
        }
    }

    private static void restrict(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            set(path, FOLDER);
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            set(path, FILE);
        }
    }

    private static void set(Path path, Set<PosixFilePermission> wanted) throws IOException {
        try {
            if (!Files.getPosixFilePermissions(path).equals(wanted)) {
                Files.setPosixFilePermissions(path, wanted);
            }
        } catch (NoSuchFileException e) {
            return; // deleted meanwhile
        } catch (FileSystemException e) {
            throw new StartFailure(
                    path + " cannot be closed to other users: it belongs to "
                            + Files.getOwner(path).getName()
                            + " (chown -R the data folder to the user that Pathproof runs as)",
                    e);
        }
    }

    private static int uid(Path path) throws IOException {
        return (int) Objects.requireNonNull(Files.getAttribute(path, "unix:uid"));
    }
}
