// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

/** The choices of hash functions. */
public enum HashFamily {
    /** AES-128 in the construction of Matyas, Meyer and Oseas, with nodes of 8 bytes, as the papers measured. */
    AES {
        @Override
        public TreeHash create() {
            return new AesTreeHash();
        }
    },
    /** SHA-256 with nodes of 16 bytes. */
    SHA256 {
        @Override
        public TreeHash create() {
            return new Sha256TreeHash();
        }
    };

    /** Returns new hash functions, for use by one thread. */
    public abstract TreeHash create();
}
