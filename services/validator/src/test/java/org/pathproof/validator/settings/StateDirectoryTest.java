// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void defaultsToAFolderOfTheUser() {
        assertThat(StateDirectory.usual(Map.of(), folder.toString(), "app"))
                .isEqualTo(folder.resolve(".local/state/pathproof/app"));
        assertThat(StateDirectory.usual(Map.of("XDG_STATE_HOME", "/x"), folder.toString(), "app"))
                .isEqualTo(Path.of("/x/pathproof/app"));
        assertThat(StateDirectory.usual(
                        Map.of("STATE_DIRECTORY", "/var/lib/p:/var/lib/q", "XDG_STATE_HOME", "/x"), "/root", "app"))
                .isEqualTo(Path.of("/var/lib/p/app"));
    }

    @Test
    void requiresTheSettingForAUserWithoutAHomeFolder() {
        for (String home : new String[] {"", "?", folder.resolve("absent").toString()}) {
            assertThatThrownBy(() -> StateDirectory.usual(Map.of(), home, "app"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("set pathproof.validator.state-directory");
        }
    }

    @Test
    void deniesOtherUsersAccessToNewAndExistingFolders() throws IOException {
        Path made = folder.resolve("a/b");
        StateDirectory.prepare(made);
        assertThat(mode(made)).isEqualTo("rwx------");

        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        StateDirectory.prepare(open);
        assertThat(mode(open)).isEqualTo("rwx------");
    }

    @Test
    void refusesASymbolicLink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("target")));
        assertThatThrownBy(() -> StateDirectory.prepare(link))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is a symbolic link");
    }

    @Test
    void refusesAFolderOfAnotherUser() throws IOException {
        Path foreign = foreignFolder();
        assertThatThrownBy(() -> StateDirectory.prepare(foreign))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to user");
    }

    /** Returns a folder of another user: the root folder or, for root, a folder that is given to another user. */
    private Path foreignFolder() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return Path.of("/");
        }
        Path given = Files.createDirectory(folder.resolve("given"));
        Files.setAttribute(given, "unix:uid", 65_534);
        return given;
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
