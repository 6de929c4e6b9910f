// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * A BGPsec router key (RFC 8209, RFC 8210 section 5.10): an AS that may sign with it, its Subject Key Identifier, and its
 * SubjectPublicKeyInfo in DER. As a {@link PublicKey} it is its SubjectPublicKeyInfo.
 *
 * <p>There are a hundred thousand of them in memory, so each is one array. Of a P-256 key in the only encoding that RFC 8608 section 3.1
 * leaves, it holds the point alone: AS (4), SKI (20), X and Y (64). Whatever else is called a router key is held as it came.
 */
@SuppressWarnings("serial") // PublicKey asks for it; nobody serialises router keys
public final class RouterKey implements RpkiObject, PublicKey {
    /** What stands in front of X and Y: SEQUENCE, id-ecPublicKey, secp256r1, BIT STRING, uncompressed (RFC 5480 section 2). */
    private static final Bytes P256_HEAD = Bytes.fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private static final int SKI = 20;
    private static final int POINT = 64;
    private static final int P256_SPKI = P256_HEAD.length() + POINT;
    /** Length of the SKI as the array has it when the array holds a P-256 key in the short form. */
    private static final int SHORT = 0xff;

    private static final int SKI_AT = 5;
    private static final int POINT_AT = SKI_AT + SKI;
    private static final long AS_AT_MOST = 0xffff_ffffL;
    private static final AtomicReferenceFieldUpdater<RouterKey, @Nullable Object> MADE =
            AtomicReferenceFieldUpdater.newUpdater(RouterKey.class, Object.class, "made");

    /** Length of the SKI (1), AS (4), SKI, SubjectPublicKeyInfo; or {@link #SHORT}, AS, SKI, X, Y. */
    private final byte[] bytes;

    private transient volatile @Nullable Object made;

    /**
     * Copies the bytes.
     *
     * @param asn 0..2^32-1
     * @param ski 20 bytes: the SHA-1 of the public key's bit string; what else is given is kept, up to 254 bytes
     * @param spki DER; not looked into
     */
    public RouterKey(long asn, Bytes ski, Bytes spki) {
        if (asn < 0 || asn > AS_AT_MOST || ski.length() >= SHORT) {
            throw new IllegalArgumentException(
                    "a router key of AS " + asn + " with an SKI of " + ski.length() + " bytes");
        }
        boolean p256 = ski.length() == SKI
                && spki.length() == P256_SPKI
                && spki.slice(0, P256_HEAD.length()).equals(P256_HEAD);
        Bytes rest = p256 ? spki.from(P256_HEAD.length()) : spki;
        bytes = new byte[SKI_AT + ski.length() + rest.length()];
        Bytes start = Bytes.wrap(
                new ByteWriter(16).u8(p256 ? SHORT : ski.length()).u32(asn).toArray());
        start.copyTo(bytes, 0);
        ski.copyTo(bytes, SKI_AT);
        rest.copyTo(bytes, SKI_AT + ski.length());
    }

    /** The AS that may sign with it. */
    public long asn() {
        return Bytes.wrap(bytes).u32(1);
    }

    /** Its Subject Key Identifier. */
    public Bytes ski() {
        return Bytes.wrap(bytes, SKI_AT, skiLength());
    }

    /** Its SubjectPublicKeyInfo. */
    public Bytes spki() {
        return isShort() ? Bytes.wrap(getEncoded()) : Bytes.wrap(bytes).from(SKI_AT + skiLength());
    }

    /** Bytes of its SubjectPublicKeyInfo. */
    public int spkiLength() {
        return isShort() ? P256_SPKI : bytes.length - SKI_AT - skiLength();
    }

    /** The same as {@link #spki}, without a copy in between. */
    public void copySpkiTo(byte[] target, int at) {
        if (isShort()) {
            P256_HEAD.copyTo(target, at);
            System.arraycopy(bytes, POINT_AT, target, at + P256_HEAD.length(), POINT);
        } else {
            System.arraycopy(bytes, bytes.length - spkiLength(), target, at, spkiLength());
        }
    }

    /** Whether these are its AS and its SKI. */
    public boolean isNamed(long as, Bytes identifier) {
        return asn() == as && identifier.length() == skiLength() && identifier.standsIn(bytes, SKI_AT);
    }

    private boolean isShort() {
        return bytes[0] == (byte) SHORT;
    }

    private int skiLength() {
        return isShort() ? SKI : bytes[0] & 0xff;
    }

    /** What {@link PerRouterKey} keeps with it. */
    @Nullable
    Object made() {
        return made;
    }

    /** Keeps {@code value} unless something is kept already; what is kept then. */
    Object keep(Object value) {
        return MADE.compareAndSet(this, null, value) ? value : java.util.Objects.requireNonNull(made);
    }

    /** Of an elliptic curve, unless it is something that no router can use. */
    @Override
    public String getAlgorithm() {
        return "EC";
    }

    /** What the JDK calls a SubjectPublicKeyInfo in DER. */
    @Override
    public String getFormat() {
        return "X.509";
    }

    @Override
    public byte[] getEncoded() {
        byte[] spki = new byte[spkiLength()];
        copySpkiTo(spki, 0);
        return spki;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof RouterKey other && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "RouterKey[AS" + asn() + ", SKI " + ski().toHex() + ", "
                + HexFormat.of().formatHex(getEncoded()) + "]";
    }
}
