// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.List;
import java.util.stream.Collectors;
import org.pathproof.wire.IpAddress;

/**
 * Writes a policy document as YAML in canonical form: all fields in a fixed order, including fields with default
 * values.
 */
public final class PolicyWriter {
    private final StringBuilder out = new StringBuilder();

    private PolicyWriter() {}

    /** Returns text that {@link PolicyReader} reads as an equal document. Equal documents have equal text. */
    public static String write(PolicyDocument document) {
        PolicyWriter writer = new PolicyWriter();
        writer.document(document);
        return writer.out.toString();
    }

    private void document(PolicyDocument document) {
        line("version: ", document.version());
        line("feeds: ", document.feeds());
        document.numbers().ifPresent(numbers -> {
            line("own-as: ", numbers.ownAs());
            line("community-base: ", numbers.communityBase());
            if (numbers.clusterId().u32(0) != 0) {
                line("cluster-id: ", IpAddress.format(numbers.clusterId()));
            }
        });
        out.append(document.groups().isEmpty() ? "groups: []\n" : "groups:\n");
        document.groups().forEach(this::group);
        out.append(document.exceptions().isEmpty() ? "exceptions: []\n" : "exceptions:\n");
        document.exceptions().forEach(this::exception);
    }

    private void group(RouterGroup group) {
        line("  - name: ", quoted(group.name()));
        line(
                "    routers: ",
                list(group.routers().stream().map(RouterPattern::text).toList()));
        line("    policy: ", group.policy().label());
        line("    accept: ", group.acceptance().refused().contains(Refusal.UNSIGNED) ? "[valid]" : "[valid, unsigned]");
        line(
                "    reject: ",
                group.acceptance().refused().stream()
                        .filter(refusal -> refusal != Refusal.NOT_VALID && refusal != Refusal.UNSIGNED)
                        .sorted()
                        .map(Refusal::label)
                        .collect(Collectors.joining(", ", "[", "]")));
        line("    no-alternative: ", group.noAlternative().label());
        line("    trust-pre-policy: ", group.trustPrePolicy());
        line(
                "    local-preference: ",
                group.localPreference().isPresent()
                        ? Long.toString(group.localPreference().getAsLong())
                        : "above");
        line("    default-local-preference: ", group.defaultLocalPreference());
        line("    max-overrides: ", group.limits().maxOverrides());
        line("    max-changes: ", group.limits().maxChanges());
        line("    change-interval: ", PolicyValues.text(group.limits().changeInterval()));
        line("    flap-half-life: ", PolicyValues.text(group.damping().halfLife()));
        line("    flap-hold: ", group.damping().holdAbove());
        line("    flap-release: ", group.damping().releaseBelow());
    }

    private void exception(PolicyException exception) {
        line("  - owner: ", quoted(exception.owner()));
        line("    reason: ", quoted(exception.reason()));
        line("    expires: ", exception.expires());
        PolicyException.Scope scope = exception.scope();
        scope.prefix().ifPresent(prefix -> line("    prefix: ", quoted(prefix.toString())));
        scope.originAs().ifPresent(asn -> line("    origin-as: ", asn));
        scope.neighbourAs().ifPresent(asn -> line("    neighbour-as: ", asn));
        line("    groups: ", list(exception.groups()));
    }

    private void line(String field, Object value) {
        out.append(field).append(value).append('\n');
    }

    private static String list(List<String> texts) {
        return texts.stream().map(PolicyWriter::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Returns text in double quotes (YAML 1.1 section 5.7). The reader accepts visible characters only. */
    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
