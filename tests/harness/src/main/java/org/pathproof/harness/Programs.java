// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs that are installed on this machine. */
public final class Programs {
    /** Returns the folders of daemons on Debian, which are often missing from the PATH. */
    private static Stream<String> daemonFolders() {
        return Stream.of("/usr/sbin", "/usr/lib/frr");
    }

    private Programs() {}

    /** Returns the path of a program of this name on the PATH or in a folder of daemons. */
    public static Optional<String> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator, -1)), daemonFolders())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /**
     * Returns the path of a program.
     *
     * @throws IllegalStateException if the program is not installed, so that a test without its program fails
     */
    public static String require(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException(
                        name + " is not installed (./pathproof test installs what tests need)"));
    }
}
