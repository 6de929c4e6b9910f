// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.standalone.console.StartFailure;

class DataFolderTest {
    @TempDir
    Path folder;

    @Test
    void onlyTheOwnerCanReadTheDataFolder() throws IOException {
        Path root = folder.resolve("data");
        DataFolder.open(root).close();
        assertThat(mode(root)).isEqualTo("rwx------");

        Path kafka = root.resolve("kafka");
        Path partition = Files.createDirectories(kafka.resolve("pathproof.routes-0"));
        Path file = Files.createFile(partition.resolve("0.log"));
        for (Path open : List.of(root, kafka, partition, file)) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        try (DataFolder data = DataFolder.open(root)) {
            assertThat(List.of(mode(data.root()), mode(kafka), mode(partition))).containsOnly("rwx------");
            assertThat(mode(file)).isEqualTo("rw-------");
            assertThat(mode(root.resolve("lock"))).isEqualTo("rw-------");
        }
    }

    @Test
    void refusesAFolderWithForeignFilesAndKeepsItsModes() throws IOException {
        Path file = Files.createFile(folder.resolve("letter.txt"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> DataFolder.open(folder))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("holds files of other programs (letter.txt)");
        assertThat(mode(file)).isEqualTo("rw-r--r--");
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @Test
    void twoProcessesCannotShareADataFolder() throws Exception {
        try (DataFolder first = DataFolder.open(folder)) {
            assertThat(first.folder("kafka")).isDirectory();
            assertThatThrownBy(() -> DataFolder.open(folder))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("in use by another Pathproof (process "
                            + ProcessHandle.current().pid() + ")");
        }
        DataFolder.open(folder).close();
    }

    @Test
    void keepsTheLockOfAnUnreferencedDataFolder() {
        Path root = DataFolder.open(folder).root();
        System.gc(); // garbage collection would release an unreferenced lock
        assertThatThrownBy(() -> DataFolder.open(root)).isInstanceOf(StartFailure.class);
    }

    @Test
    void namesADataFolderThatCannotBeCreated() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataFolder.open(file.resolve("data")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(file.toString());
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
