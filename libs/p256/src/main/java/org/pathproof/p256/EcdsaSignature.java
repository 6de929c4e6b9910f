// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Parses signatures into r and s, without allocation.
 *
 * <p>The DER parser is strict: it accepts one encoding of each (r, s) (X.690 section 10). Both (r, s) and (r, n - s)
 * are valid ECDSA signatures of a message, so different bytes can be valid signatures of one message.
 */
public final class EcdsaSignature {
    private static final int TAG_INTEGER = 0x02;
    private static final int TAG_SEQUENCE = 0x30;
    private static final byte[] ORDER =
            HexFormat.of().parseHex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private EcdsaSignature() {}

    /**
     * Parses an ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3, RFC 8608 section 4) and writes r and s, 32 bytes each.
     * The outputs are undefined unless the result is OK.
     */
    public static SignatureForm parseDer(byte[] in, int from, int length, byte[] r, int rAt, byte[] s, int sAt) {
        return parseDer(in, from, length, r, rAt, s, sAt, ORDER);
    }

    /**
     * Parses an ECDSA-Sig-Value in DER for a group of another order.
     *
     * @param order big-endian, at most 60 bytes
     * @param r receives r, as long as the order
     * @param s receives s, as long as the order
     */
    public static SignatureForm parseDer(byte[] der, byte[] order, byte[] r, byte[] s) {
        return parseDer(der, 0, der.length, r, 0, s, 0, order);
    }

    private static SignatureForm parseDer(
            byte[] in, int from, int length, byte[] r, int rAt, byte[] s, int sAt, byte[] order) {
        if (length == 0) {
            return SignatureForm.EMPTY;
        }
        if ((in[from] & 0xff) != TAG_SEQUENCE) {
            return SignatureForm.NOT_A_SEQUENCE;
        }
        // Two INTEGERs of 60 bytes, each with a leading zero, need 126 bytes. So every valid length has the short form.
        int content = length < 2 ? -1 : in[from + 1] & 0xff;
        if (content >= 0x80) {
            return longForm(in, from, length);
        }
        if (content < 0 || content > length - 2) {
            return SignatureForm.BAD_LENGTH;
        }
        int end = from + 2 + content;
        SignatureForm form = integer(in, from + 2, end, r, rAt, order.length);
        if (form != SignatureForm.OK) {
            return form;
        }
        int second = from + 4 + in[from + 3];
        form = integer(in, second, end, s, sAt, order.length);
        if (form != SignatureForm.OK) {
            return form;
        }
        boolean filled = second + 2 + in[second + 1] == end;
        return filled && end == from + length ? inRange(r, rAt, s, sAt, order) : SignatureForm.TRAILING_BYTES;
    }

    /** Parses a signature in IEEE P1363 format: 32 bytes of r, then 32 bytes of s. */
    public static SignatureForm parseP1363(byte[] in, int from, int length, byte[] r, int rAt, byte[] s, int sAt) {
        if (length != 2 * P256.BYTES) {
            return length == 0 ? SignatureForm.EMPTY : SignatureForm.BAD_LENGTH;
        }
        System.arraycopy(in, from, r, rAt, P256.BYTES);
        System.arraycopy(in, from + P256.BYTES, s, sAt, P256.BYTES);
        return inRange(r, rAt, s, sAt, ORDER);
    }

    /** Returns the syntax of a signature in DER. */
    public static SignatureForm formOfDer(byte[] der) {
        byte[] numbers = new byte[2 * P256.BYTES];
        return parseDer(der, 0, der.length, numbers, 0, numbers, P256.BYTES);
    }

    private static SignatureForm integer(byte[] in, int at, int end, byte[] out, int outAt, int bytes) {
        if (end - at < 2) {
            return at == end ? SignatureForm.NOT_AN_INTEGER : SignatureForm.BAD_LENGTH;
        }
        if (in[at] != TAG_INTEGER) {
            return SignatureForm.NOT_AN_INTEGER;
        }
        int length = in[at + 1]; // negative: long form
        if (length < 0) {
            return longForm(in, at, end - at);
        }
        int value = at + 2;
        if (length == 0 || length > end - value) {
            return SignatureForm.BAD_LENGTH;
        }
        if (in[value] < 0) {
            return SignatureForm.NEGATIVE;
        }
        if (in[value] == 0 && length > 1) {
            if (in[value + 1] >= 0) {
                return SignatureForm.NOT_MINIMAL;
            }
            value++; // the zero byte that marks the number as positive
            length--;
        }
        if (length > bytes) {
            return SignatureForm.OUT_OF_RANGE;
        }
        Arrays.fill(out, outAt, outAt + bytes - length, (byte) 0);
        System.arraycopy(in, value, out, outAt + bytes - length, length);
        return SignatureForm.OK;
    }

    /** Returns the error of a length in long form: BAD_LENGTH if the content does not fit, else NOT_MINIMAL. */
    private static SignatureForm longForm(byte[] in, int at, int available) {
        int bytes = in[at + 1] & 0x7f;
        if (bytes == 0) {
            return SignatureForm.NOT_MINIMAL; // the indefinite form, which only BER permits
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            if (i >= available - 2 || value > available) {
                return SignatureForm.BAD_LENGTH;
            }
            value = value << 8 | in[at + 2 + i] & 0xff;
        }
        return value > available - 2 - bytes ? SignatureForm.BAD_LENGTH : SignatureForm.NOT_MINIMAL;
    }

    private static SignatureForm inRange(byte[] r, int rAt, byte[] s, int sAt, byte[] order) {
        return isScalar(r, rAt, order) && isScalar(s, sAt, order) ? SignatureForm.OK : SignatureForm.OUT_OF_RANGE;
    }

    /** Returns true if a number as long as the order is in 1..n-1. */
    private static boolean isScalar(byte[] number, int at, byte[] order) {
        long first = (long) LONGS.get(number, at);
        int comparison = Long.compareUnsigned(first, (long) LONGS.get(order, 0));
        if (first != 0 && comparison != 0) {
            return comparison < 0; // the usual case
        }
        int any = 0;
        for (int i = at; i < at + order.length; i++) {
            any |= number[i];
        }
        return any != 0 && Arrays.compareUnsigned(number, at, at + order.length, order, 0, order.length) < 0;
    }
}
