// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A router that replaces the lists of openconfig-routing-policy data and applies YANG Patches (RFC 8072). */
final class OpenConfigRouter extends RouterLists {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ROOT = "/openconfig-routing-policy:routing-policy/";
    private static final String SETS = ROOT + "defined-sets/prefix-sets/prefix-set=";
    private static final String POLICIES = ROOT + "policy-definitions/policy-definition=";

    @Override
    void apply(String text) {
        JsonNode data = JSON.readTree(text);
        assertThat(data.propertyNames()).hasSize(1);
        if (data.has("ietf-yang-patch:yang-patch")) {
            JsonNode patch = data.get("ietf-yang-patch:yang-patch");
            assertThat(patch.propertyNames()).containsExactly("patch-id", "edit");
            assertThat(patch.get("edit")
                            .valueStream()
                            .map(edit -> edit.get("edit-id").asString()))
                    .doesNotHaveDuplicates();
            patch.get("edit").forEach(this::edit);
        } else {
            JsonNode policy = data.get("openconfig-routing-policy:routing-policy");
            policy.at("/defined-sets/prefix-sets/prefix-set").forEach(this::set);
            policy.at("/policy-definitions/policy-definition").forEach(this::addDefinition);
        }
    }

    private void edit(JsonNode edit) {
        String target = edit.get("target").asString();
        JsonNode value = edit.path("value");
        switch (edit.get("operation").asString()) {
            case "replace" -> {
                if (target.startsWith(SETS)) {
                    JsonNode set =
                            value.get("openconfig-routing-policy:prefix-set").get(0);
                    assertThat(SETS + set.get("name").asString()).isEqualTo(target);
                    set(set);
                } else {
                    JsonNode policy = value.get("openconfig-routing-policy:policy-definition")
                            .get(0);
                    assertThat(POLICIES + policy.get("name").asString()).isEqualTo(target);
                    addDefinition(policy);
                }
            }
            case "merge" -> {
                JsonNode entry = value.get("openconfig-routing-policy:prefix").get(0);
                assertThat(prefix(target)).isEqualTo(entry.get("ip-prefix").asString());
                addEntry(list(target), entry);
            }
            case "remove" -> {
                Set<Prefix> prefixes = lists().get(list(target)); // RFC 8072: absent elements are no error
                if (prefixes != null) {
                    prefixes.remove(Prefix.parse(prefix(target)));
                }
            }
            default -> throw new AssertionError("operation of " + edit);
        }
    }

    private static String list(String target) {
        assertThat(target).startsWith(SETS).contains("/prefixes/prefix=").endsWith(",exact");
        return target.substring(SETS.length(), target.indexOf("/prefixes/"));
    }

    private static String prefix(String target) {
        String key = target.substring(target.lastIndexOf('=') + 1, target.length() - ",exact".length());
        return URLDecoder.decode(key, StandardCharsets.UTF_8);
    }

    private void set(JsonNode set) {
        String name = set.get("name").asString();
        assertThat(set.at("/config/name").asString()).isEqualTo(name);
        replaceList(name);
        set.at("/prefixes/prefix").forEach(entry -> addEntry(name, entry));
    }

    private void addEntry(String list, JsonNode entry) {
        assertThat(entry.get("masklength-range").asString()).isEqualTo("exact");
        assertThat(entry.get("config").get("ip-prefix")).isEqualTo(entry.get("ip-prefix"));
        add(list, entry.get("ip-prefix").asString());
    }

    private void addDefinition(JsonNode definition) {
        String name = definition.get("name").asString();
        definition
                .at("/statements/statement")
                .forEach(statement -> policy(
                        name,
                        statement.get("name").asString(),
                        statement
                                        .at("/conditions/match-prefix-set/config/prefix-set")
                                        .asString()
                                + ' '
                                + statement.at("/actions/config/policy-result").asString()));
        assertThat(policies().get(name))
                .containsEntry("ipv4", name + "_IPV4 REJECT_ROUTE")
                .containsEntry("ipv6", name + "_IPV6 REJECT_ROUTE");
    }

    /** Returns the configuration as data of the model. */
    String data() {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode policy = root.putObject("openconfig-routing-policy:routing-policy");
        ArrayNode sets =
                policy.putObject("defined-sets").putObject("prefix-sets").putArray("prefix-set");
        lists().forEach((name, prefixes) -> {
            ObjectNode set = sets.addObject().put("name", name);
            set.putObject("config").put("name", name);
            ArrayNode entries = set.putObject("prefixes").putArray("prefix");
            for (Prefix prefix : prefixes) {
                ObjectNode entry = entries.addObject();
                for (ObjectNode leaf : List.of(entry, entry.putObject("config"))) {
                    leaf.put("ip-prefix", prefix.toString()).put("masklength-range", "exact");
                }
            }
        });
        return root.toString();
    }
}
