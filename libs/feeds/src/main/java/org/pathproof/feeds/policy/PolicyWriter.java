// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.pathproof.wire.IpAddress;

/**
 * Writes a policy document in canonical form: all fields in a fixed order, including fields with default values. Equal
 * documents have equal text.
 */
public final class PolicyWriter {
    /** Text that needs no quotes in YAML 1.1, except {@link #RESERVED} words in upper or lower case. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    private static final Set<String> RESERVED = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private final StringBuilder out = new StringBuilder();

    private PolicyWriter() {}

    /** Returns YAML that {@link PolicyReader} reads as an equal document. */
    public static String write(PolicyDocument document) {
        PolicyWriter writer = new PolicyWriter();
        tree(document).forEach((field, value) -> {
            if (value instanceof List<?> entries && !entries.isEmpty()) {
                writer.out.append(field).append(":\n");
                entries.forEach(entry -> writer.writeEntry((Map<?, ?>) entry));
            } else {
                writer.writeLine("", field, value);
            }
        });
        return writer.out.toString();
    }

    /**
     * Returns the fields of a document, for JSON. Values are texts, numbers, booleans, and lists of texts or of fields.
     */
    public static Map<String, Object> tree(PolicyDocument document) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", document.version());
        fields.put("feeds", document.feeds());
        document.numbers().ifPresent(numbers -> {
            fields.put("own-as", numbers.ownAs());
            fields.put("community-base", numbers.communityBase());
            if (numbers.clusterId().u32(0) != 0) {
                fields.put("cluster-id", IpAddress.format(numbers.clusterId()));
            }
        });
        fields.put("groups", document.groups().stream().map(PolicyWriter::group).toList());
        fields.put(
                "exceptions",
                document.exceptions().stream().map(PolicyWriter::exception).toList());
        return fields;
    }

    private static Map<String, Object> group(RouterGroup group) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", group.name());
        fields.put("routers", group.routers().stream().map(RouterPattern::text).toList());
        fields.put("policy", group.policy().label());
        Set<Refusal> refused = group.acceptance().refused();
        fields.put("accept", refused.contains(Refusal.UNSIGNED) ? List.of("valid") : List.of("valid", "unsigned"));
        fields.put(
                "reject",
                refused.stream()
                        .filter(refusal -> refusal != Refusal.NOT_VALID && refusal != Refusal.UNSIGNED)
                        .sorted()
                        .map(Refusal::label)
                        .toList());
        fields.put("no-alternative", group.noAlternative().label());
        fields.put("trust-pre-policy", group.trustPrePolicy());
        if (group.localPreference().isPresent()) {
            fields.put("local-preference", group.localPreference().getAsLong());
        } else {
            fields.put("local-preference", "above");
        }
        fields.put("default-local-preference", group.defaultLocalPreference());
        fields.put("max-overrides", group.limits().maxOverrides());
        fields.put("max-changes", group.limits().maxChanges());
        fields.put("change-interval", PolicyValues.text(group.limits().changeInterval()));
        fields.put("flap-half-life", PolicyValues.text(group.damping().halfLife()));
        fields.put("flap-hold", group.damping().holdAbove());
        fields.put("flap-release", group.damping().releaseBelow());
        fields.put("flap-action", group.damping().action().label());
        return fields;
    }

    /** Returns the fields of an exception, as {@link #tree}. */
    public static Map<String, Object> exception(PolicyException exception) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("owner", exception.owner());
        fields.put("reason", exception.reason());
        fields.put("expires", exception.expires().toString());
        PolicyException.Scope scope = exception.scope();
        scope.prefix().ifPresent(prefix -> fields.put("prefix", prefix.toString()));
        scope.originAs().ifPresent(asn -> fields.put("origin-as", asn));
        scope.neighborAs().ifPresent(asn -> fields.put("neighbor-as", asn));
        fields.put("groups", exception.groups());
        return fields;
    }

    /** Writes an item of a list: its fields below each other, the first one after a hyphen. */
    private void writeEntry(Map<?, ?> fields) {
        String indent = "  - ";
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            writeLine(indent, field.getKey(), field.getValue());
            indent = "    ";
        }
    }

    private void writeLine(String indent, Object field, Object value) {
        out.append(indent).append(field).append(": ");
        writeValue(value);
        out.append('\n');
    }

    private void writeValue(Object value) {
        switch (value) {
            case List<?> items -> {
                String separator = "[";
                for (Object item : items) {
                    out.append(separator);
                    writeValue(item);
                    separator = ", ";
                }
                out.append(items.isEmpty() ? "[]" : "]");
            }
            case String text -> out.append(quoted(text));
            default -> out.append(value);
        }
    }

    /** Returns text, in double quotes if it needs them (YAML 1.1 section 5.6). Texts have visible characters only. */
    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
                ? text
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
