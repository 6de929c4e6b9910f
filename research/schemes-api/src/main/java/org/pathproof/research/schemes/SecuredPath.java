// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.List;
import org.pathproof.wire.Bytes;

/**
 * A path with its proofs. The scheme defines the contents of all {@link Bytes}.
 *
 * @param hops origin first
 * @param shared the part that all hops share, for example an aggregate signature; empty if the scheme has none
 * @param secret private values for the next speaker; empty if the scheme sends none, or after their removal
 */
public record SecuredPath(List<Hop> hops, Bytes shared, Bytes secret) {
    public SecuredPath {
        hops = List.copyOf(hops);
    }

    /**
     * A hop of a path.
     *
     * @param expires end of validity in seconds of the Unix epoch, 0 to 2^32-1; 0 if the hop has none
     * @param content signed fields of the hop, for example a neighbor vector or a public key
     * @param signature signature of the hop; empty if {@code shared} holds an aggregate signature
     */
    public record Hop(long asn, long expires, Bytes content, Bytes signature) {}

    /** Returns the AS path, origin first. */
    public List<Long> asns() {
        return hops.stream().map(Hop::asn).toList();
    }

    public SecuredPath withHops(List<Hop> others) {
        return new SecuredPath(others, shared, secret);
    }

    /** Returns this path without private values. */
    public SecuredPath withoutSecret() {
        return secret.isEmpty() ? this : new SecuredPath(hops, shared, Bytes.EMPTY);
    }

    /** Omits the private values. */
    @Override
    public String toString() {
        return "SecuredPath[hops=" + hops + ", shared=" + shared + ", secret of " + secret.length() + " bytes]";
    }
}
