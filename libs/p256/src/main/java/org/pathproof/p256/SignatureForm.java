// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/** Whether octets are a signature at all, and why not. What they are a signature of is another question. */
public enum SignatureForm {
    OK("is well formed"),
    EMPTY("is empty"),
    NOT_A_SEQUENCE("does not start with a DER SEQUENCE"),
    BAD_LENGTH("has a length that does not fit its octets"),
    TRAILING_BYTES("has octets after its end"),
    NOT_AN_INTEGER("does not consist of two INTEGERs"),
    NEGATIVE("has a negative r or s"),
    NOT_MINIMAL("has a length or INTEGER that is not encoded in its shortest form"),
    OUT_OF_RANGE("has an r or s outside 1 to n-1");

    private final String description;

    SignatureForm(String description) {
        this.description = description;
    }

    /** The rest of a sentence that starts with "the signature". */
    public String description() {
        return description;
    }
}
