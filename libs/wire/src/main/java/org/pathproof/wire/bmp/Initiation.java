// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;

/** Initiation (RFC 7854 section 4.3). */
public record Initiation(List<Tlv> tlvs) implements BmpMessage {
    public static final int TLV_STRING = 0;
    public static final int TLV_SYS_DESCR = 1;
    public static final int TLV_SYS_NAME = 2;

    static Decoded<Initiation> decode(BmpBody body) {
        return body.tlvs().map(Initiation::new);
    }

    @Override
    public int type() {
        return TYPE_INITIATION;
    }

    /** Returns the router's sysName, cleaned and bounded by {@link org.pathproof.wire.NetworkText}. */
    public Optional<String> sysName() {
        return first(TLV_SYS_NAME);
    }

    /** Returns the router's sysDescr, cleaned and bounded as a name. */
    public Optional<String> sysDescr() {
        return first(TLV_SYS_DESCR);
    }

    private Optional<String> first(int type) {
        return tlvs.stream().filter(t -> t.type() == type).map(Tlv::name).findFirst();
    }

    /**
     * Returns the string TLVs, joined and bounded. They can name the BGP instance of the router (RFC 7854 section 8.1).
     */
    public String instanceText() {
        return NetworkText.name(
                tlvs.stream().filter(t -> t.type() == TLV_STRING).map(Tlv::name).collect(Collectors.joining(", ")));
    }
}
