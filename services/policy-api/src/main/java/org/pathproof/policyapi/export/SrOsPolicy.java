// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as flat commands of the MD-CLI of Nokia SR OS, for a configuration mode: a prefix list for each address
 * family, and a policy statement that rejects their prefixes. All other routes continue with the next policy. The text
 * creates an element before it deletes the element, so that no deletion fails; the router sees only the result of the
 * commit (Nokia, "MD-CLI User Guide", "Editing configuration"; "Route policies", Unicast Routing Protocols Guide).
 */
final class SrOsPolicy implements ExportRenderer {
    /** Maximum length of the name of a prefix list: the type named-item in Nokia's YANG model. */
    static final int MAX_NAME_CHARACTERS = 32;

    private static final String OPTIONS = "/configure policy-options ";
    private static final Pattern LIST = Pattern.compile("\\bprefix-list \"([^\"\\s]{1,64})\"");
    private static final Pattern ENTRY = Pattern.compile("\\bprefix ([0-9a-fA-F.:]{1,45}/\\d{1,3}) type exact\\b");

    /** Returns a name with a digest of the address if a name with the address is too long. */
    @Override
    public String setName(String start, String address) {
        String name = start + '_' + ConfigText.nameOf(address);
        return name.length() + ConfigText.IPV4.length() <= MAX_NAME_CHARACTERS
                ? name
                : start + '_' + ConfigText.digest(address);
    }

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name() + ConfigText.IPV4, MAX_NAME_CHARACTERS, "SR OS");
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
        String policy = OPTIONS + "policy-statement \"" + set.name() + '"';
        String action = policy + " entry 10 action action-type reject\n";
        out.append(action);
        out.append("delete ").append(policy).append('\n');
        out.append(policy).append(" entry 10 from prefix-list [\"");
        out.append(set.name()).append(ConfigText.IPV4).append("\" \"");
        out.append(set.name()).append(ConfigText.IPV6).append("\"]\n");
        out.append(action);
    }

    private static String start(String name, boolean ipv4) {
        return OPTIONS + "prefix-list \"" + name + ConfigText.suffix(ipv4) + '"';
    }

    private static void writeList(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        String start = start(name, prefixes.isIpv4());
        String never = ConfigText.never(prefixes.isIpv4());
        writeEntry(out, start, never);
        out.append("delete ").append(start).append('\n');
        writeEntry(out, start, never);
        for (Prefix prefix : prefixes) {
            writeEntry(out, start, prefix.toString());
        }
    }

    private static void writeEdits(Appendable out, String name, SetChange.FamilyChange change) throws IOException {
        String start = start(name, change.added().isIpv4());
        for (Prefix prefix : change.removed()) {
            writeEntry(out, start, prefix.toString());
            out.append("delete ");
            writeEntry(out, start, prefix.toString());
        }
        for (Prefix prefix : change.added()) {
            writeEntry(out, start, prefix.toString());
        }
    }

    private static void writeEntry(Appendable out, String start, String prefix) throws IOException {
        out.append(start).append(" prefix ").append(prefix).append(" type exact\n");
    }

    /** Reads flat commands, and the hierarchical form that the info command prints. */
    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        String name = null;
        for (String line = configuration.readLine(); line != null; line = configuration.readLine()) {
            Matcher list = LIST.matcher(line);
            if (list.find()) {
                name = list.group(1);
            }
            Matcher entry = ENTRY.matcher(line);
            if (name != null && !line.startsWith("delete ") && entry.find()) {
                into.addWithSuffix(name, entry.group(1));
            }
        }
    }
}
