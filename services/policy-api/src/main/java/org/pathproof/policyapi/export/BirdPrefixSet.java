// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as definitions of BIRD 2: {@code NAME_IPV4} and {@code NAME_IPV6}, for filters such as {@code if net ~
 * NAME_IPV4 then reject}. The suffix begins with an underscore, because the name may end with digits of an address.
 * BIRD reads its configuration as a whole, so a change is the whole file.
 */
final class BirdPrefixSet implements ExportRenderer {
    /** BIRD's limit for the length of a symbol ({@code SYM_MAX_LEN}). */
    static final int MAX_SYMBOL_CHARACTERS = 64;

    private static final Pattern BEGIN = Pattern.compile("\\s*define\\s+(\\w{1,64})\\s*=\\s*\\[(.*)");
    private static final Pattern ITEM = Pattern.compile("[0-9a-fA-F.:]{1,45}/\\d{1,3}");

    @Override
    public void checkNames(PrefixSet set) {
        ConfigText.checked(set.name() + ConfigText.IPV4, MAX_SYMBOL_CHARACTERS, "BIRD");
    }

    @Override
    public void writeWhole(ExportContent content, Appendable out) throws IOException {
        write(content.sets(), content.serial(), out);
    }

    @Override
    public void writeChange(ExportChange change, String serial, Appendable out) throws IOException {
        write(change.all(), serial, out);
    }

    private static void write(List<PrefixSet> sets, String serial, Appendable out) throws IOException {
        out.append("""
                # Pathproof: prefixes without a valid BGPsec path, by neighbor.
                # A set has the prefixes to reject from its neighbor, for example with
                #   if net ~ NAME_IPV4 then reject;
                """);
        out.append("# serial ").append(serial).append('\n');
        for (PrefixSet set : sets) {
            out.append("\n# neighbor ")
                    .append(ConfigText.comment(set.neighbor()))
                    .append('\n');
            if (set.ambiguous() > 0) {
                out.append("# prefixes left out because the neighbor also has an accepted path: ")
                        .append(Integer.toString(set.ambiguous()))
                        .append('\n');
            }
            define(out, set.name(), set.ipv4());
            define(out, set.name(), set.ipv6());
        }
    }

    private static void define(Appendable out, String name, PackedPrefixes prefixes) throws IOException {
        out.append("define ")
                .append(name)
                .append(ConfigText.suffix(prefixes.isIpv4()))
                .append(" = [");
        String before = "\n  ";
        for (Prefix prefix : prefixes) {
            out.append(before).append(prefix.toString());
            before = ",\n  ";
        }
        out.append(prefixes.isEmpty() ? " " : "\n").append("];\n");
    }

    @Override
    public void read(BufferedReader configuration, PostedLists into) throws IOException {
        String name = null;
        for (String line = configuration.readLine(); line != null; line = configuration.readLine()) {
            String items = line;
            Matcher begin = BEGIN.matcher(line);
            if (begin.matches()) {
                name = begin.group(1);
                items = begin.group(2);
                into.beginWithSuffix(name);
            }
            if (name == null) {
                continue;
            }
            for (Matcher item = ITEM.matcher(items); item.find(); ) {
                into.addWithSuffix(name, item.group());
            }
            if (items.contains("]")) {
                name = null;
            }
        }
    }
}
