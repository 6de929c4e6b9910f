// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.Prefix;

/**
 * A JSON object whose fields are read as RPKI values. A missing or invalid field is reported with the position of the
 * object, and read as null. If a field has several names, the first present name is used.
 */
public final class JsonEntry {
    /** Maximum number of characters of a wrong value in a problem. */
    private static final int MAX_SHOWN_CHARACTERS = 100;

    private final Map<String, @Nullable Object> fields;
    private final String path;
    private final String source;
    private final int line;
    private final int column;
    private final Consumer<JsonProblem> problems;

    JsonEntry(
            Map<String, @Nullable Object> fields,
            String path,
            String source,
            int line,
            int column,
            Consumer<JsonProblem> problems) {
        this.fields = fields;
        this.path = path;
        this.source = source;
        this.line = line;
        this.column = column;
        this.problems = problems;
    }

    /** Returns true if the object has the field, also with the value null. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    public Set<String> names() {
        return fields.keySet();
    }

    /** Reports a problem of a field, or of the object itself if the field is null. */
    public void report(@Nullable String field, String message) {
        String where = field == null ? path : path.isEmpty() ? field : path + "." + field;
        problems.accept(new JsonProblem(source, line, column, where, message));
    }

    /** Returns a problem of the object itself, without a report. */
    JsonProblem problem(String message) {
        return new JsonProblem(source, line, column, path, message);
    }

    /** Reads an AS number: a number, or a string with or without the prefix "AS". */
    public @Nullable Long asn(String... names) {
        String name = present(names);
        return name == null ? null : asn(name, fields.get(name));
    }

    /** Reads an AS number of a format that permits only JSON numbers, as SLURM does (RFC 8416 section 3). */
    public @Nullable Long asnNumber(String... names) {
        String name = present(names);
        return name == null ? null : asnNumber(name, fields.get(name));
    }

    /** Reads an array of AS numbers, as {@link #asn} reads each of them. */
    public @Nullable List<Long> asns(String... names) {
        return asns(this::asn, names);
    }

    /** Reads an array of AS numbers, as {@link #asnNumber} reads each of them. */
    public @Nullable List<Long> asnNumbers(String... names) {
        return asns(this::asnNumber, names);
    }

    private @Nullable List<Long> asns(ElementReader reader, String... names) {
        String name = present(names);
        if (name == null) {
            return null;
        }
        if (!(fields.get(name) instanceof List<?> list)) {
            report(name, "an array of AS numbers is expected, not " + shown(fields.get(name)));
            return null;
        }
        List<Long> asns = new ArrayList<>(list.size());
        for (Object element : list) {
            Long asn = reader.read(name + "[" + asns.size() + "]", element);
            if (asn == null) {
                return null;
            }
            asns.add(asn);
        }
        return asns;
    }

    public @Nullable String text(String... names) {
        String name = present(names);
        if (name == null) {
            return null;
        }
        if (fields.get(name) instanceof String text) {
            return text;
        }
        report(name, "a string is expected, not " + shown(fields.get(name)));
        return null;
    }

    public @Nullable Long number(String name, long min, long max) {
        if (present(name) == null) {
            return null;
        }
        if (fields.get(name) instanceof Long number && number >= min && number <= max) {
            return number;
        }
        report(name, "a number from " + min + " to " + max + " is expected, not " + shown(fields.get(name)));
        return null;
    }

    /** Reads a prefix with its length, exactly ({@link Prefix#parseWithLength}). */
    public @Nullable Prefix prefix(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            return Prefix.parseWithLength(text);
        } catch (InvalidTextException e) {
            report(name, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Reads a Subject Key Identifier: 40 hexadecimal digits, or base64 of either alphabet. */
    public @Nullable Bytes ski(String... names) {
        Bytes ski = bytes("Subject Key Identifier", names);
        if (ski != null && ski.length() != SubjectKeyIdentifier.LENGTH) {
            report(present(names), "a Subject Key Identifier has 20 bytes, not " + ski.length());
            return null;
        }
        return ski;
    }

    /** Reads a public key in DER: hexadecimal digits, or base64 of either alphabet. */
    public @Nullable Bytes publicKey(String... names) {
        return bytes("public key", names);
    }

    /** Reads a field that is an object. */
    public @Nullable JsonEntry object(String name) {
        if (present(name) == null) {
            return null;
        }
        if (fields.get(name) instanceof JsonEntry entry) {
            return entry;
        }
        report(name, "an object is expected");
        return null;
    }

    /** Reads a field that is an array of objects. */
    public @Nullable List<JsonEntry> objects(String name) {
        if (present(name) == null) {
            return null;
        }
        if (!(fields.get(name) instanceof List<?> list) || !list.stream().allMatch(JsonEntry.class::isInstance)) {
            report(name, "an array of objects is expected");
            return null;
        }
        return list.stream().map(JsonEntry.class::cast).toList();
    }

    /** Reports fields with other names than these. Returns true if there are none. */
    public boolean onlyHas(String... names) {
        List<String> allowed = Arrays.asList(names);
        boolean clean = true;
        for (String name : fields.keySet()) {
            if (!allowed.contains(name)) {
                report(name, "this member is not defined");
                clean = false;
            }
        }
        return clean;
    }

    private @Nullable Bytes bytes(String what, String... names) {
        String text = text(names);
        if (text == null) {
            return null;
        }
        if (text.length() % 2 == 0 && text.matches("[0-9a-fA-F]+") && (text.length() == 40 || text.startsWith("30"))) {
            return Bytes.fromHex(text);
        }
        try {
            String standard = text.replace('-', '+').replace('_', '/').replaceFirst("={1,2}$", "");
            return Bytes.wrap(Base64.getDecoder().decode(standard));
        } catch (IllegalArgumentException e) {
            report(present(names), "a " + what + " in hexadecimal or base64 is expected, not " + shown(text));
            return null;
        }
    }

    private @Nullable Long asn(String name, @Nullable Object value) {
        if (value instanceof Long number && isAsNumber(number)) {
            return number;
        }
        OptionalLong number = value instanceof String text ? AsNumbers.find(text) : OptionalLong.empty();
        if (number.isPresent()) {
            return number.getAsLong();
        }
        report(name, "an AS number is expected, not " + shown(value));
        return null;
    }

    private @Nullable Long asnNumber(String name, @Nullable Object value) {
        if (value instanceof Long number && isAsNumber(number)) {
            return number;
        }
        report(name, "an AS number without quotes is expected, not " + shown(value));
        return null;
    }

    private static boolean isAsNumber(long number) {
        return number >= 0 && number <= AsNumbers.MAX;
    }

    /** Returns a value for a problem: a string in quotes, so that it differs from a number. */
    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "the string \"" + NetworkText.clean(text, MAX_SHOWN_CHARACTERS) + "\"";
            case List<?> _ -> "an array";
            case JsonEntry _ -> "an object";
            default -> String.valueOf(value);
        };
    }

    @FunctionalInterface
    private interface ElementReader {
        @Nullable
        Long read(String name, @Nullable Object value);
    }

    /** Returns the first name that is present. Reports a problem and returns null if none is. */
    private @Nullable String present(String... names) {
        for (String name : names) {
            if (has(name)) {
                return name;
            }
        }
        report(null, "\"" + names[0] + "\" is missing");
        return null;
    }
}
