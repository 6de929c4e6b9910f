// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * A BGPsec router key (RFC 8209, RFC 8210 section 5.10): the AS that may sign with it, the Subject Key Identifier, and
 * the SubjectPublicKeyInfo in DER. As a {@link PublicKey} it encodes the SubjectPublicKeyInfo.
 *
 * <p>A process can hold several hundred thousand router keys, so each key is stored in one array. A P-256 key in the
 * encoding of RFC 8608 section 3.1 is stored as AS (4 bytes), SKI (20) and the coordinates X and Y (64). Other keys are
 * stored as received.
 */
@SuppressWarnings("serial") // PublicKey requires it; router keys are never serialised
public final class RouterKey implements RpkiObject, PublicKey {
    /** DER before X and Y: SEQUENCE, id-ecPublicKey, secp256r1, BIT STRING, uncompressed (RFC 5480 section 2). */
    private static final Bytes P256_HEAD = Bytes.fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private static final int SKI = 20;
    private static final int POINT = 64;
    private static final int P256_SPKI = P256_HEAD.length() + POINT;
    /** Value of the first byte that marks a P-256 key in the short form. */
    private static final int SHORT = 0xff;

    private static final int SKI_AT = 5;
    private static final int POINT_AT = SKI_AT + SKI;
    private static final long MAX_AS = 0xffff_ffffL;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final AtomicReferenceFieldUpdater<RouterKey, @Nullable Object> STORED_VALUE =
            AtomicReferenceFieldUpdater.newUpdater(RouterKey.class, Object.class, "storedValue");

    /** SKI length (1), AS (4), SKI, SubjectPublicKeyInfo; or {@link #SHORT} (1), AS (4), SKI (20), X (32), Y (32). */
    private final byte[] bytes;

    private transient volatile @Nullable Object storedValue;

    /**
     * Creates a key from a copy of the bytes.
     *
     * @param asn 0 to 2^32-1
     * @param ski normally 20 bytes: the SHA-1 of the public key's bit string; other values of up to 254 bytes are kept
     * @param spki DER, not validated
     */
    public RouterKey(long asn, Bytes ski, Bytes spki) {
        if (asn < 0 || asn > MAX_AS || ski.length() >= SHORT) {
            throw new IllegalArgumentException("router key out of range: AS " + asn + " (0 to " + MAX_AS + "), SKI of "
                    + ski.length() + " bytes (at most " + (SHORT - 1) + ")");
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

    /** Returns the AS that may sign with this key. */
    public long asn() {
        return Integer.toUnsignedLong(asn32());
    }

    /** Returns the Subject Key Identifier. */
    public Bytes ski() {
        return Bytes.wrap(bytes, SKI_AT, skiLength());
    }

    /** Returns the SubjectPublicKeyInfo. */
    public Bytes spki() {
        return isShort() ? Bytes.wrap(getEncoded()) : Bytes.wrap(bytes).from(SKI_AT + skiLength());
    }

    /** Returns the length of the SubjectPublicKeyInfo in bytes. */
    public int spkiLength() {
        return isShort() ? P256_SPKI : bytes.length - SKI_AT - skiLength();
    }

    /** Writes {@link #spki} into {@code target} at index {@code at}, without an intermediate copy. */
    public void copySpkiTo(byte[] target, int at) {
        if (isShort()) {
            P256_HEAD.copyTo(target, at);
            System.arraycopy(bytes, POINT_AT, target, at + P256_HEAD.length(), POINT);
        } else {
            System.arraycopy(bytes, bytes.length - spkiLength(), target, at, spkiLength());
        }
    }

    /** Returns true when the key has this AS and this SKI. */
    public boolean hasAsnAndSki(long as, Bytes identifier) {
        return asn32() == (int) as && identifier.length() == skiLength() && identifier.matchesAt(bytes, SKI_AT);
    }

    private int asn32() {
        return (int) INTS.get(bytes, 1);
    }

    private boolean isShort() {
        return bytes[0] == (byte) SHORT;
    }

    private int skiLength() {
        return isShort() ? SKI : bytes[0] & 0xff;
    }

    /** Returns the value that {@link PerRouterKey} stored, or null. */
    @Nullable
    Object storedValue() {
        return storedValue;
    }

    /** Stores a value unless one is stored already, and returns the stored value. */
    Object keep(Object value) {
        return STORED_VALUE.compareAndSet(this, null, value) ? value : java.util.Objects.requireNonNull(storedValue);
    }

    /** Returns "EC", even for keys that no suite supports. */
    @Override
    public String getAlgorithm() {
        return "EC";
    }

    /** Returns "X.509", the JDK's name of the encoding SubjectPublicKeyInfo in DER. */
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
