// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** An update with a second Signature_Block, of an experimental suite with keys on P-384. */
final class ExperimentalUpdate {
    private static final int HEADER_BYTES = 19;
    /** Size of flags, type and length (two bytes) of BGPsec_PATH. */
    private static final int ATTRIBUTE_HEAD = 4;

    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final long TARGET = 65537;

    private final List<String> keys = new ArrayList<>();
    private final String hex;

    /**
     * @param update an update for {@link #PREFIX} to {@link #TARGET} whose last attribute is a BGPsec_PATH with one
     * block
     */
    ExperimentalUpdate(String update, int suite) throws GeneralSecurityException {
        byte[] bytes = HexFormat.of().parseHex(update);
        int at = update.indexOf("902100") / 2 + ATTRIBUTE_HEAD;
        SecurePath path = ((Decoded.Ok<SecurePath>)
                        BgpsecPathCodec.decode(Bytes.wrap(bytes).from(at)))
                .value();
        Bytes attribute = BgpsecPathCodec.encode(
                new SecurePath(path.segments(), List.of(path.blocks().getFirst(), sign(path, suite))));
        int grown = attribute.length() - (bytes.length - at);
        Bytes whole = Bytes.wrap(bytes).slice(0, at).concat(attribute);
        byte[] result = whole.toArray();
        addLength(result, 16, grown);
        addLength(result, HEADER_BYTES + 2, grown);
        addLength(result, at - 2, grown);
        hex = HexFormat.of().formatHex(result);
    }

    private SignatureBlock sign(SecurePath path, int suite) throws GeneralSecurityException {
        AfiSafi family = new AfiSafi(PREFIX.afi(), AfiSafi.SAFI_UNICAST);
        List<SignatureSegment> signatures = new ArrayList<>();
        for (int hop = 1; hop <= path.segments().size(); hop++) {
            int place = path.segments().size() - hop;
            long asn = path.segments().get(place).asn();
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp384r1"));
            KeyPair pair = generator.generateKeyPair();
            Bytes spki = Bytes.wrap(pair.getPublic().getEncoded());
            Bytes ski = SubjectKeyIdentifier.of(spki).orElseThrow();
            keys.add("{\"asn\":%d,\"ski\":\"%s\",\"spki_der_hex\":\"%s\"}".formatted(asn, ski.toHex(), spki.toHex()));
            signatures.addFirst(new SignatureSegment(ski, Bytes.EMPTY));
            SecurePath open = new SecurePath(
                    path.segments().subList(place, path.segments().size()),
                    List.of(new SignatureBlock(suite, signatures)));
            long target = place == 0 ? TARGET : path.segments().get(place - 1).asn();
            Signature signer = Signature.getInstance("SHA384withECDSA");
            signer.initSign(pair.getPrivate());
            signer.update(SignedBytes.of(open, 0, hop, target, family, PREFIX).toArray());
            signatures.set(0, new SignatureSegment(ski, Bytes.wrap(signer.sign())));
        }
        return new SignatureBlock(suite, signatures);
    }

    private static void addLength(byte[] bytes, int at, int more) {
        int length = ((bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff) + more;
        bytes[at] = (byte) (length >>> 8);
        bytes[at + 1] = (byte) length;
    }

    String hex() {
        return hex;
    }

    /** Returns the router keys of the second block, in a format of {@code --keys}. */
    String keys() {
        return keys.toString();
    }
}
