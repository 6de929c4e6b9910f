// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PipelineCommandTest {
    @TempDir
    Path folder;

    @Test
    void refusesAFileInPlaceOfTheFolderOfResultsBeforeItMeasures() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "");
        StringWriter errors = new StringWriter();
        CommandLine command = new PipelineCommand().commandLine().setErr(new PrintWriter(errors));
        assertThat(command.execute("--scenario", "c", "--out", file.toString())).isEqualTo(2);
        assertThat(errors.toString()).contains("--out " + file + " is not a folder");
    }

    @Test
    void refusesAnUnknownEngineBeforeItMeasures() {
        StringWriter errors = new StringWriter();
        CommandLine command = new PipelineCommand().commandLine().setErr(new PrintWriter(errors));
        assertThat(command.execute("--scenario", "c", "--engine", "avx3")).isEqualTo(2);
        assertThat(errors.toString()).contains("unknown engine 'avx3'").contains("avx2");
    }
}
