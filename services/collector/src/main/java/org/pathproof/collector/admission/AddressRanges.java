// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A set of IPv4 and IPv6 addresses, given in the settings as addresses and prefixes. */
public record AddressRanges(List<Prefix> prefixes) {
    public AddressRanges {
        prefixes = List.copyOf(prefixes);
    }

    /**
     * Parses addresses and prefixes.
     *
     * @param setting name of the setting, for messages
     * @throws IllegalArgumentException when a text is neither address nor prefix
     */
    public static AddressRanges of(String setting, List<String> texts) {
        List<Prefix> prefixes = new ArrayList<>();
        for (String text : texts) {
            try {
                prefixes.add(Prefix.parse(text.strip()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        setting + ": not an address or prefix: \"" + text + "\": " + e.getMessage(), e);
            }
        }
        return new AddressRanges(prefixes);
    }

    public boolean isEmpty() {
        return prefixes.isEmpty();
    }

    public boolean contain(InetAddress address) {
        if (prefixes.isEmpty()) {
            return false;
        }
        Prefix host = Prefix.host(Bytes.wrap(address.getAddress()));
        return prefixes.stream().anyMatch(p -> p.covers(host));
    }
}
