// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.data;

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
import org.pathproof.standalone.console.StartFailure;

/** Restricts files and folders to their owner: modes 0600 and 0700. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> NEW_FOLDER =
            PosixFilePermissions.asFileAttribute(FOLDER);
    private static final Path SELF = Path.of("/proc/self");
    private static final int SUPERUSER = 0;

    private OwnerOnly() {}

    /** Creates a folder and its missing parents. Existing folders keep their modes. */
    public static Path createFolders(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        return Files.isDirectory(folder) ? folder : Files.createDirectories(folder, NEW_FOLDER);
    }

    /** Creates an empty file. */
    static void createFile(Path file) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
    }

    /**
     * Checks the owner of a folder.
     *
     * @throws StartFailure if the folder belongs to another user and this process does not run as root
     */
    static void requireOwner(Path folder) throws IOException {
        if (!Files.exists(SELF)) {
            return; // not Linux: restrict fails if another user owns the folder
        }
        int self = uid(SELF);
        if (self != SUPERUSER && uid(folder) != self) {
            throw new StartFailure("the data folder " + folder + " belongs to the user "
                    + Files.getOwner(folder).getName() + ", and Pathproof runs as " + System.getProperty("user.name")
                    + ": run it as that user, or choose another folder with --data");
        }
    }

    /**
     * Sets the modes of a folder and its contents to 0700 for folders and 0600 for files. Links to folders at the top
     * level are followed.
     *
     * @param except name at the top level that stays unchanged
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
            return; // deleted in the meantime
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
