// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.reading;

/** A contradiction between the UPDATEs of a session and their declared encoding. */
public enum Contradiction {
    /** Path Identifiers are declared, and the prefixes have none. */
    PATH_IDS_MISSING("Path Identifiers are declared, and the prefixes have none"),
    /** Path Identifiers are not declared, and the prefixes have them. */
    PATH_IDS_UNDECLARED("Path Identifiers are not declared, and the prefixes have them"),
    /** AS numbers of four bytes are declared, and AS_PATH has two. */
    TWO_OCTET_PATHS("AS numbers of four bytes are declared, and those of AS_PATH have two"),
    /** AS numbers of two bytes are declared, and AS_PATH has four. */
    FOUR_OCTET_PATHS("AS numbers of two bytes are declared, and those of AS_PATH have four");

    private final String sentence;

    Contradiction(String sentence) {
        this.sentence = sentence;
    }

    /** Returns a sentence for operators, without the full stop. */
    public String sentence() {
        return sentence;
    }
}
