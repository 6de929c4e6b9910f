// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

/** The subset of each vendor's grammar that exports use, from the manuals that the renderers cite. */
final class VendorGrammars {
    private static final String PREFIX = "([0-9a-f.:]+/\\d+)";
    private static final String COMMENT = "[A-Za-z0-9.,:_/? -]*";

    private VendorGrammars() {}

    static RouterLists of(ExportFormat format) {
        return switch (format) {
            case FRR -> new Frr();
            case BIRD -> new Bird();
            case OPENCONFIG -> new OpenConfigRouter();
            case JUNOS -> new Junos();
            case IOS_XR -> new IosXr();
            case SR_OS -> new SrOs();
        };
    }

    private static final class Junos extends RouterLists {
        private static final String LIST = " policy-options prefix-list (" + NAME + ")";
        private static final String POLICY = " policy-options policy-statement (" + NAME + ")";

        @Override
        void apply(String text) {
            eachLine(
                    text,
                    List.of(
                            Rule.of("set" + LIST + " " + PREFIX, m -> add(m.group(1), m.group(2))),
                            Rule.of("delete" + LIST + " " + PREFIX, m -> remove(m.group(1), m.group(2))),
                            Rule.of("delete" + LIST, m -> removeList(m.group(1))),
                            Rule.of("delete" + POLICY, m -> removePolicy(m.group(1))),
                            Rule.of(
                                    "set" + POLICY + " term (\\w+) from prefix-list (" + NAME + ")",
                                    m -> policy(m.group(1), m.group(2) + " from", m.group(3))),
                            Rule.of(
                                    "set" + POLICY + " term (\\w+) then reject",
                                    m -> policy(m.group(1), m.group(2) + " then", "reject"))));
            policies()
                    .forEach((name, terms) -> assertThat(terms)
                            .as("a term without from rejects every route")
                            .containsExactly(
                                    java.util.Map.entry("ipv4 from", name + "_IPV4"),
                                    java.util.Map.entry("ipv4 then", "reject"),
                                    java.util.Map.entry("ipv6 from", name + "_IPV6"),
                                    java.util.Map.entry("ipv6 then", "reject")));
        }
    }

    private static final class SrOs extends RouterLists {
        private static final String LIST = "/configure policy-options prefix-list \"(" + NAME + ")\"";
        private static final String POLICY = "/configure policy-options policy-statement \"(" + NAME + ")\"";

        @Override
        void apply(String text) {
            String entry = LIST + " prefix " + PREFIX + " type exact";
            eachLine(
                    text,
                    List.of(
                            Rule.of(entry, m -> add(m.group(1), m.group(2))),
                            Rule.of("delete " + entry, m -> remove(m.group(1), m.group(2))),
                            Rule.of("delete " + LIST, m -> removeList(m.group(1))),
                            Rule.of("delete " + POLICY, m -> removePolicy(m.group(1))),
                            Rule.of(
                                    POLICY + " entry 10 from prefix-list \\[\"(" + NAME + ")\" \"(" + NAME + ")\"]",
                                    m -> policy(m.group(1), "from", m.group(2) + ' ' + m.group(3))),
                            Rule.of(
                                    POLICY + " entry 10 action action-type reject",
                                    m -> policy(m.group(1), "then", "reject"))));
            assertThat(lists().keySet()).allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(32));
            policies()
                    .forEach((name, terms) -> assertThat(terms)
                            .containsEntry("from", name + "_IPV4 " + name + "_IPV6")
                            .containsEntry("then", "reject"));
        }
    }

    private static final class IosXr extends RouterLists {
        private String set = "";
        private boolean open;
        private boolean more;
        private String policy = "";

        @Override
        void apply(String text) {
            eachLine(
                    text,
                    List.of(
                            Rule.of("!|! " + COMMENT, m -> assertThat(open).isFalse()),
                            Rule.of("prefix-set (" + NAME + ")", m -> begin(m.group(1))),
                            Rule.of(
                                    "  " + PREFIX + "(,?)",
                                    m -> addEntry(m.group(1), m.group(2).equals(","))),
                            Rule.of("end-set", m -> {
                                assertThat(open && !more).as("complete set").isTrue();
                                open = false;
                            }),
                            Rule.of("route-policy (" + NAME + ")", m -> {
                                assertThat(open).isFalse();
                                policies().remove(m.group(1));
                                policy = m.group(1);
                            }),
                            Rule.of(
                                    "  if destination in (" + NAME + ") or destination in (" + NAME + ") then",
                                    m -> policy(policy, "if", m.group(1) + ' ' + m.group(2))),
                            Rule.of("    drop", m -> policy(policy, "then", "drop")),
                            Rule.of(
                                    "  endif|end-policy",
                                    m -> assertThat(policies()).containsKey(policy))));
            assertThat(open).isFalse();
            policies()
                    .forEach((name, terms) -> assertThat(terms)
                            .containsEntry("if", name + "_IPV4 " + name + "_IPV6")
                            .containsEntry("then", "drop"));
        }

        private void begin(String name) {
            assertThat(open).isFalse();
            open = true;
            more = true;
            set = name;
            replaceList(name);
        }

        private void addEntry(String prefix, boolean comma) {
            assertThat(open && more).as("entry of an open set").isTrue();
            add(set, prefix);
            more = comma;
        }
    }

    private static final class Frr extends RouterLists {
        private static final String LIST = "(ip|ipv6) prefix-list (" + NAME + ")";

        @Override
        void apply(String text) {
            eachLine(
                    text,
                    List.of(
                            Rule.of("!|! " + COMMENT, m -> assertThat(m.group()).isNotEmpty()),
                            Rule.of("no " + LIST, m -> lists().remove(list(m.group(1), m.group(2)))),
                            Rule.of(
                                    "no " + LIST + " permit " + PREFIX,
                                    m -> remove(list(m.group(1), m.group(2)), m.group(3))),
                            Rule.of(
                                    LIST + "(?: seq \\d+)? permit " + PREFIX,
                                    m -> add(list(m.group(1), m.group(2)), m.group(3)))));
        }

        private static String list(String family, String name) {
            return name + (family.equals("ip") ? "_IPV4" : "_IPV6");
        }
    }

    private static final class Bird extends RouterLists {
        private static final Pattern DEFINE = Pattern.compile(
                "define (" + NAME + ") = \\[(?: |((?:\n  [0-9a-f.:]+/\\d+,)*\n  [0-9a-f.:]+/\\d+)\n)];");

        @Override
        void apply(String text) {
            lists().clear(); // BIRD reads the file as a whole
            String definitions = text.lines()
                    .filter(line ->
                            !line.isEmpty() && !line.matches("#   if net ~ NAME_IPV4 then reject;|# " + COMMENT))
                    .collect(java.util.stream.Collectors.joining("\n"));
            String rest = DEFINE.matcher(definitions).replaceAll(m -> {
                replaceList(m.group(1));
                if (m.group(2) != null) {
                    m.group(2)
                            .strip()
                            .lines()
                            .forEach(line -> add(m.group(1), line.strip().replace(",", "")));
                }
                return "";
            });
            assertThat(rest).isBlank();
        }
    }
}
