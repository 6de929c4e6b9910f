// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.NetworkText;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A mapping of a YAML document. Methods report a problem with the position of the value. Methods for single values and
 * {@link #list} then return null.
 */
final class YamlEntry {
    private static final int MAX_SHOWN = 80;

    private final PolicyProblems problems;
    private final Node node;
    private final String path;
    private final Map<String, Node> values = new HashMap<>();

    private YamlEntry(PolicyProblems problems, MappingNode node, String path) {
        this.problems = problems;
        this.node = node;
        this.path = path;
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problems.add(tuple.getKeyNode(), path, "a key must be text");
            } else if (values.put(key.getValue(), tuple.getValueNode()) != null) {
                problems.add(key, at(key.getValue()), "duplicate field");
            }
        }
    }

    /** Returns the entry of a mapping node. Reports a node of another kind and returns null. */
    static @Nullable YamlEntry of(PolicyProblems problems, Node node, String path) {
        if (node instanceof MappingNode mapping) {
            return new YamlEntry(problems, mapping, path);
        }
        problems.add(node, path, "must be a mapping of fields, is " + shown(node));
        return null;
    }

    boolean has(String field) {
        return values.containsKey(field);
    }

    /** Reports every field that is not in the list. */
    void rejectUnknownFields(String... fields) {
        Set<String> known = Set.of(fields);
        values.forEach((field, value) -> {
            if (!known.contains(field)) {
                problems.add(
                        value, at(NetworkText.name(field)), "unknown field; allowed: " + String.join(", ", fields));
            }
        });
    }

    void report(@Nullable String field, String message) {
        Node value = field == null ? node : values.getOrDefault(field, node);
        problems.add(value, field == null ? path : at(field), message);
    }

    /** Returns a required text. */
    @Nullable
    String text(String field) {
        Node value = values.get(field);
        if (value == null) {
            report(field, "is missing");
            return null;
        }
        return scalar(value, at(field));
    }

    /**
     * Returns a value parsed from a required text.
     *
     * @param expected the form of the text, for the message
     * @param parser returns null or throws IllegalArgumentException for text of another form
     */
    <T> @Nullable T parsed(String field, String expected, Function<String, @Nullable T> parser) {
        String text = text(field);
        return text == null ? null : parse(text, values.getOrDefault(field, node), at(field), expected, parser);
    }

    /** Returns the parsed items of a list; a missing list is empty. Null if there is any problem. */
    <T> @Nullable List<T> list(String field, String expected, int max, Function<String, @Nullable T> parser) {
        List<Node> nodes = nodes(field, max);
        if (nodes == null) {
            return null;
        }
        List<T> items = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            String at = at(field) + "[" + i + "]";
            String text = scalar(nodes.get(i), at);
            T item = text == null ? null : parse(text, nodes.get(i), at, expected, parser);
            if (item != null) {
                items.add(item);
            }
        }
        return items.size() == nodes.size() ? items : null;
    }

    /** Returns the mappings of a list; a missing list is empty. Items of other kinds are reported and left out. */
    List<YamlEntry> entries(String field, int max) {
        List<Node> nodes = nodes(field, max);
        List<YamlEntry> entries = new ArrayList<>();
        for (int i = 0; nodes != null && i < nodes.size(); i++) {
            YamlEntry entry = of(problems, nodes.get(i), at(field) + "[" + i + "]");
            if (entry != null) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private @Nullable List<Node> nodes(String field, int max) {
        Node value = values.get(field);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof SequenceNode sequence)) {
            report(field, "must be a list, is " + shown(value));
            return null;
        }
        if (sequence.getValue().size() > max) {
            report(field, "has " + sequence.getValue().size() + " items, at most " + max + " are allowed");
            return null;
        }
        return sequence.getValue();
    }

    private <T> @Nullable T parse(
            String text, Node value, String at, String expected, Function<String, @Nullable T> parser) {
        T parsed;
        String reason = "";
        try {
            parsed = parser.apply(text);
        } catch (InvalidTextException e) {
            parsed = null;
            reason = ", which " + e.reason();
        } catch (IllegalArgumentException e) {
            parsed = null;
        }
        if (parsed == null) {
            problems.add(value, at, "must be " + expected + ", is " + shown(value) + reason);
        }
        return parsed;
    }

    private @Nullable String scalar(Node value, String at) {
        if (value instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        problems.add(value, at, "must be a single value, is " + shown(value));
        return null;
    }

    private String at(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    private static String shown(Node node) {
        return switch (node) {
            case ScalarNode scalar -> "\"" + NetworkText.clean(scalar.getValue(), MAX_SHOWN) + "\"";
            case SequenceNode sequence -> "a list";
            default -> "a mapping";
        };
    }
}
