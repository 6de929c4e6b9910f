// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** Reads the KafkaUser objects that the chart renders with default values, as Strimzi's user operator does. */
final class KafkaUserObjects {
    private static final Path OBJECTS =
            Path.of(System.getProperty("pathproof.root"), "tests/deploy/strimzi/default.yaml");

    private KafkaUserObjects() {}

    /** Returns the ACLs of each user, by its name. */
    static Map<String, List<AclBinding>> rules() {
        try {
            Map<String, List<AclBinding>> users = new HashMap<>();
            for (Object document : new Yaml().loadAll(Files.readString(OBJECTS))) {
                Map<?, ?> object = map(document);
                if (text(object, "kind").equals("KafkaUser")) {
                    String user = text(map(object.get("metadata")), "name");
                    users.put(user, bindings(user, map(object.get("spec"))));
                }
            }
            return users;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<AclBinding> bindings(String user, Map<?, ?> spec) {
        List<AclBinding> bindings = new ArrayList<>();
        for (Object rule : list(map(spec.get("authorization")).get("acls"))) {
            ResourcePattern resource = pattern(map(map(rule).get("resource")));
            for (Object operation : list(map(rule).get("operations"))) {
                bindings.add(new AclBinding(
                        resource,
                        new AccessControlEntry(
                                "User:" + user,
                                "*",
                                AclOperation.valueOf(constant(operation.toString())),
                                AclPermissionType.ALLOW)));
            }
        }
        return bindings;
    }

    private static ResourcePattern pattern(Map<?, ?> resource) {
        String type = text(resource, "type");
        if (type.equals("cluster")) {
            return new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);
        }
        PatternType pattern =
                text(resource, "patternType").equals("prefix") ? PatternType.PREFIXED : PatternType.LITERAL;
        return new ResourcePattern(ResourceType.valueOf(constant(type)), text(resource, "name"), pattern);
    }

    /** Returns the name of an enum constant, for example DESCRIBE_CONFIGS for DescribeConfigs. */
    private static String constant(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private static String text(Map<?, ?> object, String key) {
        return Objects.requireNonNull(object.get(key), key).toString();
    }

    private static Map<?, ?> map(@Nullable Object yaml) {
        return (Map<?, ?>) Objects.requireNonNull(yaml);
    }

    private static List<?> list(@Nullable Object yaml) {
        return (List<?>) Objects.requireNonNull(yaml);
    }
}
