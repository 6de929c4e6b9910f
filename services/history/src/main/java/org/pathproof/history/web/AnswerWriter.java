// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.questions.Answer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes answers. JSON has the rows as a member beside members about the whole answer. NDJSON and CSV have rows only; a
 * header tells whether rows are missing.
 */
final class AnswerWriter {
    /** Header that is {@code true} if there are more rows than the limit. */
    static final String TRUNCATED = "Pathproof-Truncated";

    private static final int BUFFER_BYTES = 32 * 1024;

    private final JsonMapper json;

    AnswerWriter(JsonMapper json) {
        this.json = json;
    }

    /**
     * Writes an answer.
     *
     * @param head members before the rows, JSON only
     * @param name name of the member with the rows
     */
    void write(HttpServletResponse response, Format format, Map<String, Object> head, String name, Answer answer)
            throws IOException {
        response.setContentType(format.mediaType());
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(TRUNCATED, Boolean.toString(answer.isTruncated()));
        try (OutputStream out = new BufferedOutputStream(response.getOutputStream(), BUFFER_BYTES)) {
            switch (format) {
                case JSON -> {
                    Map<String, Object> whole = new LinkedHashMap<>(head);
                    whole.put(name, objects(answer));
                    whole.put("truncated", answer.isTruncated());
                    out.write(json.writeValueAsBytes(whole));
                }
                case NDJSON -> {
                    for (Map<String, @Nullable Object> row : objects(answer)) {
                        out.write(json.writeValueAsBytes(row));
                        out.write('\n');
                    }
                }
                case CSV -> {
                    writeLine(out, answer.names());
                    for (List<@Nullable Object> row : answer.rows()) {
                        writeLine(out, row.stream().map(AnswerWriter::text).toList());
                    }
                }
            }
        }
    }

    /** Returns the rows as objects with the names of their values. */
    static List<Map<String, @Nullable Object>> objects(Answer answer) {
        List<Map<String, @Nullable Object>> objects =
                new ArrayList<>(answer.rows().size());
        for (List<@Nullable Object> row : answer.rows()) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                object.put(answer.names().get(i), row.get(i));
            }
            objects.add(object);
        }
        return objects;
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case List<?> several -> several.stream().map(String::valueOf).collect(Collectors.joining(" "));
            default -> value.toString();
        };
    }

    private static void writeLine(OutputStream out, List<String> values) throws IOException {
        String line = values.stream().map(AnswerWriter::quoted).collect(Collectors.joining(",")) + "\r\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
    }

    private static String quoted(String text) {
        // A spreadsheet would read a text that begins with one of these characters as a formula.
        String safe = !text.isEmpty() && "=+-@\t".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }
}
