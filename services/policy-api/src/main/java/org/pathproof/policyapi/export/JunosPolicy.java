// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as commands of Junos for {@code load set}: a prefix list for each address family, because the prefixes
 * of a {@code from} statement must have one family, and a policy statement that rejects their prefixes. All other
 * routes continue with the next policy of the import chain. The text sets a statement before it deletes the statement,
 * because Junos warns about the deletion of an absent one; the router sees only the result of the commit.
 *
 * <p>Names have up to 255 letters, digits, hyphens and underscores (Juniper, "Defining Prefix Lists", Policy Framework
 * Configuration Guide). A prefix list matches prefixes exactly (Juniper, "Example: Configuring Routing Policy Prefix
 * Lists").
 */
final class JunosPolicy implements ExportRenderer {
    private static final int MAX_NAME_CHARACTERS = 255;
    private static final Pattern ENTRY =
            Pattern.compile("\\s*set policy-options prefix-list (\\S{1,255}) (\\S{1,50})\\s*");

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name() + ConfigText.IPV4, MAX_NAME_CHARACTERS, "Junos");
    }

    @Override
    public void writeWhole(ExportContent content, Appendable out) throws IOException {
        for (PrefixSet set : content.sets()) {
            set(out, set);
        }
    }

    @Override
    public void writeChange(ExportChange change, String serial, Appendable out) throws IOException {
        for (SetChange set : change.sets()) {
            if (set.isNew()) {
                set(out, set.after());
            } else {
                writeEdits(out, set.after().name(), set.ipv4());
                writeEdits(out, set.after().name(), set.ipv6());
            }
        }
    }

    private static void set(Appendable out, PrefixSet set) throws IOException {
        writeList(out, set.name(), set.ipv4());
        writeList(out, set.name(), set.ipv6());
        String policy = "policy-options policy-statement " + set.name();
        String reject = policy + " term ipv4 then reject\n";
        out.append("set ").append(reject);
        out.append("delete ").append(policy).append('\n');
        out.append("set ").append(policy).append(" term ipv4 from prefix-list ");
        out.append(set.name()).append(ConfigText.IPV4).append('\n');
        out.append("set ").append(reject);
        out.append("set ").append(policy).append(" term ipv6 from prefix-list ");
        out.append(set.name()).append(ConfigText.IPV6).append('\n');
        out.append("set ").append(policy).append(" term ipv6 then reject\n");
    }

    private static String start(String name, boolean ipv4) {
        return "policy-options prefix-list " + name + ConfigText.suffix(ipv4);
    }

    private static void writeList(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        String start = start(name, prefixes.isIpv4());
        String never = ConfigText.never(prefixes.isIpv4());
        writeCommand(out, "set", start, never);
        out.append("delete ").append(start).append('\n');
        writeCommand(out, "set", start, never);
        for (Prefix prefix : prefixes) {
            writeCommand(out, "set", start, prefix.toString());
        }
    }

    private static void writeEdits(Appendable out, String name, SetChange.FamilyChange change) throws IOException {
        String start = start(name, change.added().isIpv4());
        for (Prefix prefix : change.removed()) {
            writeCommand(out, "set", start, prefix.toString());
            writeCommand(out, "delete", start, prefix.toString());
        }
        for (Prefix prefix : change.added()) {
            writeCommand(out, "set", start, prefix.toString());
        }
    }

    private static void writeCommand(Appendable out, String verb, String start, String prefix) throws IOException {
        out.append(verb).append(' ').append(start).append(' ').append(prefix).append('\n');
    }

    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        for (String line = configuration.readLine(); line != null; line = configuration.readLine()) {
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                into.addWithSuffix(entry.group(1), entry.group(2));
            }
        }
    }
}
