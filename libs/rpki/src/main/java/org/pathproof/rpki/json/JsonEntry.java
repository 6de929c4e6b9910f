// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * A JSON object whose fields are read as RPKI values. A missing or invalid field is reported with the position of the
 * object, and read as null. If a field has several names, the first present name is used.
 */
public final class JsonEntry {
    private static final long MAX_ASN = 0xffff_ffffL;

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

    public boolean has(String name) {
        return fields.get(name) != null;
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

    /** Reads an array of AS numbers. */
    public @Nullable List<Long> asns(String... names) {
        String name = present(names);
        if (name == null) {
            return null;
        }
        if (!(fields.get(name) instanceof List<?> list)) {
            report(name, "an array of AS numbers is expected");
            return null;
        }
        List<Long> asns = new ArrayList<>(list.size());
        for (Object element : list) {
            Long asn = asn(name + "[" + asns.size() + "]", element);
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
        report(name, "a string is expected, not " + fields.get(name));
        return null;
    }

    public @Nullable Long number(String name, long min, long max) {
        if (present(name) == null) {
            return null;
        }
        if (fields.get(name) instanceof Long number && number >= min && number <= max) {
            return number;
        }
        report(name, "a number from " + min + " to " + max + " is expected, not " + fields.get(name));
        return null;
    }

    public @Nullable Prefix prefix(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            if (text.contains("/")) {
                return Prefix.parse(text);
            }
        } catch (IllegalArgumentException e) {
            report(name, e.getMessage() + ": \"" + text + "\"");
            return null;
        }
        report(name, "a prefix with its length is expected, not \"" + text + "\"");
        return null;
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
            String standard = text.replace('-', '+').replace('_', '/').replace("=", "");
            return Bytes.wrap(Base64.getDecoder().decode(standard));
        } catch (IllegalArgumentException e) {
            report(present(names), "a " + what + " in hexadecimal or base64 is expected, not \"" + text + "\"");
            return null;
        }
    }

    private @Nullable Long asn(String name, @Nullable Object value) {
        if (value instanceof Long number && number >= 0 && number <= MAX_ASN) {
            return number;
        }
        if (value instanceof String text && text.matches("(?i)(AS)?\\d{1,10}")) {
            long number = Long.parseLong(text.replaceFirst("(?i)AS", ""));
            if (number <= MAX_ASN) {
                return number;
            }
        }
        report(name, "an AS number is expected, not " + value);
        return null;
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
