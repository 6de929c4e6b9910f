// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as prefix lists of FRR for {@code vtysh -f}. A whole export deletes each list first, so that prefixes
 * with a valid path disappear. A change adds and removes entries by their prefixes, without sequence numbers. To remove
 * an entry, a change first adds the entry: vtysh reports an error for the removal of an absent entry. FRR's YANG model
 * {@code frr-filter} limits names to 128 characters.
 */
final class FrrPrefixList implements ExportRenderer {
    private static final int MAX_NAME_CHARACTERS = 128;
    private static final int STEP = 5;
    private static final Pattern ENTRY =
            Pattern.compile("\\s*(?:ip|ipv6) prefix-list (\\S{1,128}) (?:seq \\d{1,10} )?permit (\\S{1,50})\\s*");

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name(), MAX_NAME_CHARACTERS, "FRR");
    }

    @Override
    public void writeWhole(ExportContent content, Appendable out) throws IOException {
        out.append("""
                ! Pathproof: prefixes without a valid BGPsec path, by neighbor.
                ! A list permits the prefixes to reject from its neighbor, for example with
                !   route-map NAME deny 10
                !    match ip address prefix-list NAME
                """);
        writeSerial(out, content.serial());
        for (PrefixSet set : content.sets()) {
            writeComments(out, set);
            writeList(out, set.name(), set.ipv4());
            writeList(out, set.name(), set.ipv6());
        }
    }

    @Override
    public void writeChange(ExportChange change, String serial, Appendable out) throws IOException {
        out.append("! Pathproof: changed prefix lists\n");
        writeSerial(out, serial);
        for (SetChange set : change.sets()) {
            writeComments(out, set.after());
            if (set.isNew()) {
                writeList(out, set.after().name(), set.after().ipv4());
                writeList(out, set.after().name(), set.after().ipv6());
            } else {
                writeEdits(out, set.after().name(), set.ipv4());
                writeEdits(out, set.after().name(), set.ipv6());
            }
        }
    }

    private static void writeSerial(Appendable out, String serial) throws IOException {
        out.append("! serial ").append(serial).append('\n');
    }

    private static void writeComments(Appendable out, PrefixSet set) throws IOException {
        out.append("!\n! neighbor ").append(ConfigText.comment(set.neighbor())).append('\n');
        if (set.ambiguous() > 0) {
            out.append("! prefixes left out because the neighbor also has an accepted path: ")
                    .append(Integer.toString(set.ambiguous()))
                    .append('\n');
        }
    }

    private static String start(String name, boolean ipv4) {
        return (ipv4 ? "ip" : "ipv6") + " prefix-list " + name;
    }

    private static void writeList(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        String start = start(name, prefixes.isIpv4());
        out.append("no ").append(start).append('\n');
        out.append(start)
                .append(" seq 1 permit ")
                .append(ConfigText.never(prefixes.isIpv4()))
                .append('\n');
        long number = STEP;
        for (Prefix prefix : prefixes) {
            out.append(start).append(" seq ").append(Long.toString(number));
            out.append(" permit ").append(prefix.toString()).append('\n');
            number += STEP;
        }
    }

    private static void writeEdits(Appendable out, String name, SetChange.FamilyChange change) throws IOException {
        String start = start(name, change.added().isIpv4());
        for (Prefix prefix : change.removed()) {
            writePermit(out, start, prefix);
            out.append("no ");
            writePermit(out, start, prefix);
        }
        for (Prefix prefix : change.added()) {
            writePermit(out, start, prefix);
        }
    }

    private static void writePermit(Appendable out, String start, Prefix prefix) throws IOException {
        out.append(start).append(" permit ").append(prefix.toString()).append('\n');
    }

    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        for (String line = configuration.readLine(); line != null; line = configuration.readLine()) {
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                into.add(entry.group(1), entry.group(2));
            }
        }
    }
}
