// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.PathproofCommand;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Base of tests that run {@code pathproof verify} within the test. */
abstract class VerifyRuns {
    static final JsonMapper JSON = JsonMapper.shared();
    static final String KEYS = resource("rfc-keys.json").toString();
    static final List<JsonNode> RFC = lines(read(resource("rfc-updates.ndjson")));
    static final String UPDATE = RFC.getFirst().path("update").asString();

    @TempDir
    Path folder;

    record Result(int exitCode, List<JsonNode> lines, String out, String err) {
        JsonNode only() {
            assertThat(lines).as(err).hasSize(1);
            return lines.getFirst();
        }
    }

    static Result run(String... args) {
        List<String> all = new ArrayList<>(List.of("verify"));
        all.addAll(List.of(args));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(exitCode, lines(out.toString()), out.toString(), err.toString());
    }

    static Result withInput(byte[] input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            return run(args);
        } finally {
            System.setIn(before);
        }
    }

    static List<JsonNode> lines(String text) {
        return text.lines().map(JSON::readTree).toList();
    }

    static List<String> rules(JsonNode line) {
        return StreamSupport.stream(line.path("findings").spliterator(), false)
                .map(f -> text(f, "rule"))
                .toList();
    }

    static String text(JsonNode node, String name) {
        return node.path(name).asString();
    }

    static String message(String attributes, String nlri) {
        return withLength(
                "ff".repeat(16) + "0000" + "02" + "0000" + "0000" + attributes + nlri, attributes.length() / 2);
    }

    /** Corrects the lengths of an UPDATE that withdraws nothing and has no NLRI field. */
    static String withLength(String update) {
        return withLength(update, update.length() / 2 - 23);
    }

    static String withLength(String update, int attributes) {
        return update.substring(0, 32)
                + HexFormat.of().toHexDigits((short) (update.length() / 2))
                + update.substring(36, 42)
                + HexFormat.of().toHexDigits((short) attributes)
                + update.substring(46);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path resource(String name) {
        try {
            return Path.of(
                    Objects.requireNonNull(VerifyRuns.class.getResource(name)).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
