// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.pathproof.policyapi.rest.BadRequestException;

/** Names and comments in configurations. Text from the network reaches a configuration only through this class. */
final class ConfigText {
    static final String IPV4 = "_IPV4";
    static final String IPV6 = "_IPV6";

    /**
     * First entry of the IPv4 lists. BGP never carries this prefix. The entry keeps a list from being empty, because
     * vendors differ in the meaning of an empty list.
     */
    static final String NEVER_IPV4 = "0.0.0.0/32";
    /** As {@link #NEVER_IPV4}, for the IPv6 lists. */
    static final String NEVER_IPV6 = "::/128";

    /** Pattern of a name whose characters all formats accept. A format may permit a shorter name only. */
    static final String NAME = "^[A-Za-z_][A-Za-z0-9_]{0,47}$";

    private static final Pattern NOT_IN_COMMENTS = Pattern.compile("[^A-Za-z0-9.:_/ -]");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^0-9A-Za-z]");
    private static final int DIGEST_BYTES = 5;
    private static final int MAX_COMMENT = 300;

    private ConfigText() {}

    /** Returns the entry that the lists of a family always have. */
    static String never(boolean ipv4) {
        return ipv4 ? NEVER_IPV4 : NEVER_IPV6;
    }

    static String suffix(boolean ipv4) {
        return ipv4 ? IPV4 : IPV6;
    }

    /** Returns the part of a name for an address. */
    static String nameOf(String address) {
        return NOT_IN_NAMES.matcher(address).replaceAll("_");
    }

    /** Returns the first 40 bits of the SHA-256 of an address in hexadecimal. */
    static String digest(String address) {
        return HexFormat.of()
                .formatHex(Sha256.create().digest(address.getBytes(StandardCharsets.UTF_8)), 0, DIGEST_BYTES);
    }

    /**
     * Returns text for a comment: at most {@value #MAX_COMMENT} letters, digits, spaces and characters of addresses.
     * All other characters become question marks, so that no text ends the comment.
     */
    static String comment(String text) {
        String shown = text.length() > MAX_COMMENT ? text.substring(0, MAX_COMMENT) : text;
        return NOT_IN_COMMENTS.matcher(shown).replaceAll("?");
    }

    /**
     * Returns the name of a list.
     *
     * @param what the format, for the message
     * @throws BadRequestException if the name is longer than the format permits
     */
    static String checked(String name, int maxCharacters, String what) {
        if (name.length() > maxCharacters) {
            throw new BadRequestException("parameter name is too long: " + name + " has " + name.length()
                    + " characters, the maximum of " + what + " is " + maxCharacters);
        }
        return name;
    }
}
