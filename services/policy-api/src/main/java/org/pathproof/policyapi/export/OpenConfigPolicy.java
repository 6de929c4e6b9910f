// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import org.pathproof.wire.Prefix;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Formats sets as data of the YANG model openconfig-routing-policy in JSON (RFC 7951): a prefix set for each address
 * family, and a policy definition that rejects their prefixes. All other routes continue with the next policy of the
 * import chain. A change is a YANG Patch (RFC 8072) with the operations {@code merge}, {@code remove} and {@code
 * replace}. A router that receives the change twice accepts it.
 */
final class OpenConfigPolicy implements ExportRenderer {
    private static final String ROOT = "/openconfig-routing-policy:routing-policy";
    private static final int MAX_NAME_CHARACTERS = 255;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public String wholeType() {
        return "application/yang-data+json";
    }

    @Override
    public String changeType() {
        return "application/yang-patch+json";
    }

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name() + ConfigText.IPV4, MAX_NAME_CHARACTERS, "OpenConfig");
    }

    @Override
    public void writeWhole(ExportContent content, Appendable out) throws IOException {
        out.append(
                "{\"openconfig-routing-policy:routing-policy\":{\n\"defined-sets\":{\"prefix-sets\":{\"prefix-set\":[");
        String comma = "\n";
        for (PrefixSet set : content.sets()) {
            out.append(comma);
            writePrefixSet(out, set.name(), set.ipv4());
            out.append(",\n");
            writePrefixSet(out, set.name(), set.ipv6());
            comma = ",\n";
        }
        out.append("]}},\n\"policy-definitions\":{\"policy-definition\":[");
        comma = "\n";
        for (PrefixSet set : content.sets()) {
            out.append(comma);
            writePolicy(out, set.name());
            comma = ",\n";
        }
        out.append("]}}}\n");
    }

    private static void writePrefixSet(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        boolean ipv4 = prefixes.isIpv4();
        String list = name + ConfigText.suffix(ipv4);
        out.append("{\"name\":\"")
                .append(list)
                .append("\",\"config\":{\"name\":\"")
                .append(list);
        out.append("\",\"mode\":\"").append(ipv4 ? "IPV4" : "IPV6").append("\"},\"prefixes\":{\"prefix\":[\n");
        writeEntry(out, ConfigText.never(ipv4));
        for (Prefix prefix : prefixes) {
            out.append(",\n");
            writeEntry(out, prefix.toString());
        }
        out.append("]}}");
    }

    private static void writeEntry(Appendable out, String prefix) throws IOException {
        String keys = "\"ip-prefix\":\"" + prefix + "\",\"masklength-range\":\"exact\"";
        out.append('{').append(keys).append(",\"config\":{").append(keys).append("}}");
    }

    private static void writePolicy(Appendable out, String name) throws IOException {
        out.append("{\"name\":\"")
                .append(name)
                .append("\",\"config\":{\"name\":\"")
                .append(name);
        out.append("\"},\"statements\":{\"statement\":[");
        writeStatement(out, "ipv4", name + ConfigText.IPV4);
        out.append(',');
        writeStatement(out, "ipv6", name + ConfigText.IPV6);
        out.append("]}}");
    }

    private static void writeStatement(Appendable out, String name, String list) throws IOException {
        out.append("{\"name\":\"")
                .append(name)
                .append("\",\"config\":{\"name\":\"")
                .append(name);
        out.append("\"},\"conditions\":{\"match-prefix-set\":{\"config\":{\"prefix-set\":\"")
                .append(list);
        out.append(
                "\",\"match-set-options\":\"ANY\"}}},\"actions\":{\"config\":{\"policy-result\":\"REJECT_ROUTE\"}}}");
    }

    @Override
    public void writeChange(ExportChange change, String serial, Appendable out) throws IOException {
        out.append("{\"ietf-yang-patch:yang-patch\":{\"patch-id\":\"")
                .append(serial)
                .append("\",\"edit\":[");
        Edits edits = new Edits(out);
        for (SetChange set : change.sets()) {
            String name = set.after().name();
            if (set.isNew()) {
                edits.replace(name, set.after().ipv4());
                edits.replace(name, set.after().ipv6());
                edits.replacePolicy(name);
            } else {
                edits.editFamily(name, set.ipv4());
                edits.editFamily(name, set.ipv6());
            }
        }
        out.append("]}}\n");
    }

    /** Writes the edits of a YANG Patch, one a line. */
    private static final class Edits {
        private final Appendable out;
        private long number;

        Edits(Appendable out) {
            this.out = out;
        }

        private static String list(String name, boolean ipv4) {
            return ROOT + "/defined-sets/prefix-sets/prefix-set=" + name + ConfigText.suffix(ipv4);
        }

        private static String target(String name, Prefix prefix) {
            String key = prefix.toString().replace(":", "%3A").replace("/", "%2F");
            return list(name, prefix.isIpv4()) + "/prefixes/prefix=" + key + ",exact";
        }

        private void begin(String operation, String target) throws IOException {
            out.append(number == 0 ? "\n" : ",\n");
            number++;
            out.append("{\"edit-id\":\"").append(Long.toString(number));
            out.append("\",\"operation\":\"").append(operation);
            out.append("\",\"target\":\"").append(target).append('"');
        }

        void replace(String name, PackedPrefixes prefixes) throws IOException {
            begin("replace", list(name, prefixes.isIpv4()));
            out.append(",\"value\":{\"openconfig-routing-policy:prefix-set\":[");
            writePrefixSet(out, name, prefixes);
            out.append("]}}");
        }

        void replacePolicy(String name) throws IOException {
            begin("replace", ROOT + "/policy-definitions/policy-definition=" + name);
            out.append(",\"value\":{\"openconfig-routing-policy:policy-definition\":[");
            writePolicy(out, name);
            out.append("]}}");
        }

        void editFamily(String name, SetChange.FamilyChange change) throws IOException {
            for (Prefix prefix : change.removed()) {
                begin("remove", target(name, prefix));
                out.append('}');
            }
            for (Prefix prefix : change.added()) {
                begin("merge", target(name, prefix));
                out.append(",\"value\":{\"openconfig-routing-policy:prefix\":[");
                writeEntry(out, prefix.toString());
                out.append("]}}");
            }
        }
    }

    /** Reads data of the model below its root, or below an enclosing object. */
    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        JsonNode posted;
        try {
            posted = JSON.readTree(configuration);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
        }
        JsonNode sets = posted.path("openconfig-routing-policy:routing-policy")
                .path("defined-sets")
                .path("prefix-sets")
                .path("prefix-set");
        for (JsonNode set : sets) {
            String name = set.path("name").asString("");
            into.beginWithSuffix(name);
            for (JsonNode prefix : set.path("prefixes").path("prefix")) {
                into.addWithSuffix(name, prefix.path("ip-prefix").asString(""));
            }
        }
    }
}
