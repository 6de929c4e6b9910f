// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * Formats sets in the routing policy language of Cisco IOS XR: a prefix set for each address family, and a route policy
 * that drops their prefixes. The operator's policy calls the route policy with {@code apply}; all other routes continue
 * there. A definition replaces an earlier one of the same name, so a change defines the changed sets again (Cisco, "ASR
 * 9000/XR: Understanding and using RPL"; "Implementing Routing Policy", section "prefix-set").
 *
 * <p>Names are limited to {@value #MAX_NAME_CHARACTERS} characters here, because the manuals name no limit.
 */
final class IosXrPolicy implements ExportRenderer {
    static final int MAX_NAME_CHARACTERS = 63;

    private static final Pattern BEGIN = Pattern.compile("\\s*prefix-set (\\S{1,255})\\s*");
    private static final Pattern ENTRY = Pattern.compile("\\s*([0-9a-fA-F.:]{1,45}/\\d{1,3}),?\\s*");

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name() + ConfigText.IPV4, MAX_NAME_CHARACTERS, "IOS XR");
    }

    @Override
    public void writeWhole(ExportContent content, Appendable out) throws IOException {
        out.append("! Pathproof: prefixes without a valid BGPsec path, by neighbor.\n");
        writeSerial(out, content.serial());
        for (PrefixSet set : content.sets()) {
            set(out, set);
        }
    }

    @Override
    public void writeChange(ExportChange change, String serial, Appendable out) throws IOException {
        out.append("! Pathproof: changed prefix sets\n");
        writeSerial(out, serial);
        for (SetChange set : change.sets()) {
            if (set.isNew()) {
                set(out, set.after());
            } else {
                writeComment(out, set.after());
                if (!set.ipv4().isEmpty()) {
                    define(out, set.after().name(), set.after().ipv4());
                }
                if (!set.ipv6().isEmpty()) {
                    define(out, set.after().name(), set.after().ipv6());
                }
            }
        }
    }

    private static void writeSerial(Appendable out, String serial) throws IOException {
        out.append("! serial ").append(serial).append('\n');
    }

    private static void writeComment(Appendable out, PrefixSet set) throws IOException {
        out.append("!\n! neighbor ").append(ConfigText.comment(set.neighbor())).append('\n');
    }

    private static void set(Appendable out, PrefixSet set) throws IOException {
        writeComment(out, set);
        define(out, set.name(), set.ipv4());
        define(out, set.name(), set.ipv6());
        out.append("route-policy ").append(set.name()).append('\n');
        out.append("  if destination in ").append(set.name()).append(ConfigText.IPV4);
        out.append(" or destination in ").append(set.name()).append(ConfigText.IPV6);
        out.append(" then\n    drop\n  endif\nend-policy\n!\n");
    }

    private static void define(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        boolean ipv4 = prefixes.isIpv4();
        out.append("prefix-set ").append(name).append(ConfigText.suffix(ipv4)).append("\n  ");
        out.append(ConfigText.never(ipv4));
        for (Prefix prefix : prefixes) {
            out.append(",\n  ").append(prefix.toString());
        }
        out.append("\nend-set\n!\n");
    }

    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        String name = null;
        for (String line = configuration.readLine(); line != null; line = configuration.readLine()) {
            Matcher begin = BEGIN.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (begin.matches()) {
                name = begin.group(1);
            } else if (line.strip().equals("end-set")) {
                name = null;
            } else if (name != null && entry.matches()) {
                into.addWithSuffix(name, entry.group(1));
            }
        }
    }
}
