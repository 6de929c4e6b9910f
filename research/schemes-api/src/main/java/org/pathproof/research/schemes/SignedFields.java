// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.List;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The bytes that a hop signs in the schemes of the literature: the prefix, then all hops from the origin to the signer.
 * Each field has a fixed length or follows its length, so that no two inputs have the same bytes.
 */
public final class SignedFields {
    private SignedFields() {}

    /**
     * Returns the signed bytes of the last of these hops. Signatures of the hops are not part of them.
     *
     * @param hops origin first
     */
    public static Bytes of(Prefix prefix, List<Hop> hops) {
        byte[] address = prefix.nlriBytes();
        ByteWriter out = new ByteWriter()
                .u16(prefix.afi())
                .u8(prefix.length())
                .bytes(address)
                .u8(hops.size());
        for (Hop hop : hops) {
            out.u32(hop.asn()).u32(hop.expires()).u16(hop.content().length()).bytes(hop.content());
        }
        return out.toBytes();
    }
}
