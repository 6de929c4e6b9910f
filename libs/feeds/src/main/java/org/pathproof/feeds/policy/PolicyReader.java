// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads a policy document from YAML. JSON is accepted too, because it is a subset of YAML. No input causes an
 * exception.
 */
public final class PolicyReader {
    /** Longest document in characters. */
    public static final int MAX_LENGTH = 4 << 20;

    private static final int MAX_DEPTH = 10;

    private final PolicyProblems problems;

    private PolicyReader(PolicyProblems problems) {
        this.problems = problems;
    }

    /**
     * The content of a document.
     *
     * @param document empty if there is a problem
     * @param problems in the order of the document, at most 100
     */
    public record Result(Optional<PolicyDocument> document, List<PolicyProblem> problems) {}

    /**
     * Reads a document.
     *
     * @param source name of the document in problems
     */
    public static Result read(String text, String source) {
        PolicyProblems problems = new PolicyProblems(source);
        PolicyReader reader = new PolicyReader(problems);
        PolicyDocument document = compose(text, problems, reader::document);
        return new Result(Optional.ofNullable(document).filter(whole -> problems.isEmpty()), problems.sorted());
    }

    /**
     * Reads the fields of an exception, and adds the exception to a document.
     *
     * @param source name of the text in problems
     * @return the document with the exception as the only difference
     */
    public static Result readException(String text, String source, PolicyDocument document) {
        PolicyProblems problems = new PolicyProblems(source);
        Set<String> names = document.groups().stream().map(RouterGroup::name).collect(Collectors.toSet());
        PolicyException exception = compose(text, problems, node -> {
            YamlEntry entry = YamlEntry.of(problems, node, "");
            return entry == null ? null : ExceptionReader.read(entry, names);
        });
        List<PolicyException> all = new ArrayList<>(document.exceptions());
        if (exception != null && !all.contains(exception)) {
            all.add(exception);
        }
        if (all.size() > PolicyBounds.MAX_EXCEPTIONS) {
            problems.add(
                    1, 1, "", "the policy has " + PolicyBounds.MAX_EXCEPTIONS + " exceptions, no more are allowed");
        }
        return new Result(
                problems.isEmpty() ? Optional.of(document.withExceptions(all)) : Optional.empty(), problems.sorted());
    }

    /** Reads the root node of a document with a reader. Reports a document without content, and returns null. */
    private static <T> @Nullable T compose(String text, PolicyProblems problems, Function<Node, @Nullable T> reader) {
        try {
            Node node = text.length() > MAX_LENGTH ? null : new Yaml(limits()).compose(new StringReader(text));
            if (text.length() > MAX_LENGTH) {
                problems.add(
                        1,
                        1,
                        "",
                        "the document has " + text.length() + " characters, at most " + MAX_LENGTH + " are allowed");
            } else if (node == null) {
                problems.add(1, 1, "", "the document is empty");
            } else {
                return reader.apply(node);
            }
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            problems.add(
                    mark == null ? 1 : mark.getLine() + 1,
                    mark == null ? 1 : mark.getColumn() + 1,
                    "",
                    "not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            problems.add(1, 1, "", "not YAML: " + e.getMessage());
        }
        return null;
    }

    private static LoaderOptions limits() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_LENGTH);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setMaxAliasesForCollections(0);
        return options;
    }

    private @Nullable PolicyDocument document(Node node) {
        YamlEntry entry = YamlEntry.of(problems, node, "");
        if (entry == null) {
            return null;
        }
        entry.rejectUnknownFields(PolicyFields.names(PolicyFields.DOCUMENT));
        Long version = PolicyValues.number(entry, "version", 0, Long.MAX_VALUE, 0);
        Boolean feeds = PolicyValues.flag(entry, "feeds", true);
        FeedNumbers numbers = numbers(entry);
        List<RouterGroup> groups = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlEntry item : entry.entries("groups", PolicyBounds.MAX_GROUPS)) {
            RouterGroup group = GroupReader.read(item);
            if (group == null) {
                continue;
            }
            groups.add(group);
            if (!names.add(group.name())) {
                item.report("name", "\"" + group.name() + "\" is the name of an earlier group");
            }
            if (group.policy() != PolicyKind.OBSERVE && !entry.has("own-as")) {
                item.report("policy", group.policy().label() + " needs own-as at the top of the document");
            }
            if (group.policy().overrides() && !entry.has("cluster-id")) {
                item.report("policy", group.policy().label() + " needs cluster-id at the top of the document");
            }
        }
        List<PolicyException> exceptions = new ArrayList<>();
        for (YamlEntry item : entry.entries("exceptions", PolicyBounds.MAX_EXCEPTIONS)) {
            PolicyException exception = ExceptionReader.read(item, names);
            if (exception != null) {
                exceptions.add(exception);
            }
        }
        return version == null || feeds == null
                ? null
                : new PolicyDocument(version, feeds, Optional.ofNullable(numbers), groups, exceptions);
    }

    /** Returns the numbers of the feeds; null without {@code own-as} and after a problem was reported. */
    private static @Nullable FeedNumbers numbers(YamlEntry entry) {
        Long base = PolicyValues.number(
                entry,
                "community-base",
                0,
                PolicyBounds.MAX_U32 - FeedNumbers.COMMUNITY_KINDS + 1,
                FeedNumbers.DEFAULT_BASE);
        Bytes cluster = entry.has("cluster-id")
                ? entry.parsed("cluster-id", "four numbers such as 192.0.2.1, not 0.0.0.0", PolicyValues::identifier)
                : Bytes.wrap(new byte[4]);
        if (!entry.has("own-as")) {
            return null;
        }
        Long ownAs = PolicyValues.number(entry, "own-as", 1, PolicyBounds.MAX_U32 - 1, 0);
        return ownAs == null || base == null || cluster == null ? null : new FeedNumbers(ownAs, base, cluster);
    }
}
