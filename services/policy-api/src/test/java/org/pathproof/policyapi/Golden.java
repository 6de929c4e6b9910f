// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares output with a file of {@code src/test/resources/golden}. In JSON, {@code <now>} replaces times, and {@code
 * <port>} replaces ports. With the system property {@code pathproof.golden.write=true}, the output replaces the file
 * first; review the difference before a commit.
 */
public final class Golden {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Golden() {}

    /** Indents JSON and compares it with a file. */
    public static void assertJson(String name, String json) {
        String pretty = JSON.writeValueAsString(JSON.readTree(json))
                        .replace("\r\n", "\n")
                        .replaceAll("(\"(?:generatedTime|generated|last_update)\" : )\"[^\"]*\"", "$1\"<now>\"")
                        .replaceAll("on port \\d+", "on port <port>")
                + "\n";
        assertText(name, pretty);
    }

    public static void assertText(String name, String text) {
        if (Boolean.getBoolean("pathproof.golden.write")) {
            write(name, text);
        }
        assertThat(text).as(name).isEqualTo(read(name));
    }

    private static void write(String name, String text) {
        try {
            Files.writeString(Path.of("src/test/resources/golden", name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(String name) {
        Path source = Path.of("src/test/resources/golden", name);
        try (InputStream in = Files.exists(source)
                ? Files.newInputStream(source)
                : Golden.class.getResourceAsStream("/golden/" + name)) {
            assertThat(in).as("golden file " + name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
