// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/** The syntax of a signature: well formed, or the first syntax error. Well-formed signatures may still not verify. */
public enum SignatureForm {
    OK("is well formed"),
    EMPTY("is empty"),
    NOT_A_SEQUENCE("does not start with a DER SEQUENCE"),
    BAD_LENGTH("has a length that does not fit its bytes"),
    TRAILING_BYTES("has bytes after its end"),
    NOT_AN_INTEGER("does not consist of two INTEGERs"),
    NEGATIVE("has a negative r or s"),
    NOT_MINIMAL("has a length or INTEGER that is not encoded in its shortest form"),
    OUT_OF_RANGE("has an r or s outside 1 to n-1");

    private final String description;

    SignatureForm(String description) {
        this.description = description;
    }

    /** Returns the rest of a sentence that starts with "the signature". */
    public String description() {
        return description;
    }
}
