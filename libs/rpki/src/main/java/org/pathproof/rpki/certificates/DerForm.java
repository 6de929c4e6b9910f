// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.security.cert.CertificateException;
import org.pathproof.wire.NetworkText;

/**
 * Checks the outer form of DER without recursion: definite lengths in their shortest encoding, a bounded depth, and no
 * bytes after the element (X.690 sections 8.1.3 and 10.1). Parsers recurse over nested elements.
 */
final class DerForm {
    /** Maximum number of nested elements; certificates need about 12. */
    static final int MAX_DEPTH = 32;

    private static final int CONSTRUCTED = 0x20;
    private static final int MAX_LENGTH_BYTES = 4;

    private final byte[] der;
    private int at;

    private DerForm(byte[] der) {
        this.der = der;
    }

    /** Throws an exception with the reason if the bytes are not one element of DER. */
    static void check(byte[] der) throws CertificateException {
        new DerForm(der).check();
    }

    /** Returns the fault that a parser reports. Java omits the message of an exception that hot code throws often. */
    static String fault(Exception error) {
        String message = error.getMessage();
        return message == null ? "malformed structure" : NetworkText.description(message);
    }

    private void check() throws CertificateException {
        int[] ends = new int[MAX_DEPTH + 1];
        ends[0] = der.length;
        int depth = 0;
        do {
            boolean constructed = (next(ends[depth]) & CONSTRUCTED) != 0;
            int end = end(ends[depth]);
            if (depth == 0 && end != der.length) {
                throw defect("bytes follow the element");
            }
            if (!constructed) {
                at = end;
            } else if (++depth > MAX_DEPTH) {
                throw defect("more than " + MAX_DEPTH + " elements are nested");
            } else {
                ends[depth] = end;
            }
            while (depth > 0 && at == ends[depth]) {
                depth--;
            }
        } while (depth > 0);
    }

    private int end(int limit) throws CertificateException {
        int length = next(limit);
        if (length >= 0x80) {
            int bytes = length & 0x7f;
            if (bytes == 0 || bytes > MAX_LENGTH_BYTES) {
                throw defect("a length is indefinite or has more than " + MAX_LENGTH_BYTES + " bytes");
            }
            long value = 0;
            for (int i = 0; i < bytes; i++) {
                value = value << 8 | next(limit);
            }
            if (value < 0x80 || value < 1L << 8 * (bytes - 1)) {
                throw defect("a length is not in its shortest encoding");
            }
            length = (int) Math.min(value, Integer.MAX_VALUE);
        }
        if (length > limit - at) {
            throw defect("an element ends after the element that contains it");
        }
        return at + length;
    }

    private int next(int limit) throws CertificateException {
        if (at >= limit) {
            throw defect("an element is incomplete");
        }
        return der[at++] & 0xff;
    }

    private CertificateException defect(String reason) {
        return new CertificateException("not DER: " + reason + " (byte " + at + ")");
    }
}
