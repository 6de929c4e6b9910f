// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.benchmark.pipeline.site.Images.Mode;

class ImagesTest {
    private static final Path ENTER = Path.of("/enter");
    private static final Map<String, Integer> SETTINGS = Map.of("server.port", 8080);

    @TempDir
    Path folder;

    @Test
    void theCommandOfAnImageGetsTheOptionsOfItsModeBeforeTheClassPath() throws IOException {
        Files.writeString(
                folder.resolve("pathproof-validator.command"),
                "java\n-XX:AOTCache=/app/start.aot\n-cp\n@/app/jars\nMain\n");
        String files = folder.resolve("pathproof-validator").toString();

        assertThat(command(Mode.IGNORE))
                .containsExactly(
                        ENTER.toString(),
                        files,
                        "/scratch",
                        "java",
                        "-XX:AOTCache=/app/start.aot",
                        "-Xms1g",
                        "-Xmx2g",
                        "-XX:AOTMode=off",
                        "-Dserver.port=8080",
                        "-cp",
                        "@/app/jars",
                        "Main");
        assertThat(command(Mode.USE)).contains("-XX:AOTMode=on").doesNotContain("-XX:AOTMode=off");
        assertThat(command(Mode.TRAIN)).contains("-XX:AOTCacheOutput=/tmp/start.aot");
    }

    @Test
    void onlyATrainingKeepsTheFolderWithTheCache() {
        assertThat(new Images(folder, ENTER, Mode.TRAIN).scratch("validator"))
                .contains(folder.resolve("pathproof-validator.scratch"));
        assertThat(new Images(folder, ENTER, Mode.USE).scratch("validator")).isEmpty();
    }

    private List<String> command(Mode mode) {
        return new Images(folder, ENTER, mode).command("validator", Path.of("/scratch"), "-Xms1g -Xmx2g", SETTINGS);
    }
}
