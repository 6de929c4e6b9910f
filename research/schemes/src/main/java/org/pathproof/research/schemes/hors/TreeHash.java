// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

/**
 * The hash functions of HORS signatures and of the trees above them. Arrays hold several values one after another, so
 * that an implementation can hash them in one call. The functions are separated: equal inputs of two of them have
 * unrelated results. Implementations are not thread-safe.
 */
public interface TreeHash {
    /** Size of a secret value and of a seed in bytes. */
    int secretBytes();

    /** Size of a node of a tree in bytes. */
    int nodeBytes();

    /** Size of the digest of a message in bytes. */
    int digestBytes();

    /** Derives {@code count} secret values from a seed. */
    byte[] secrets(byte[] seed, int count);

    /** Derives another seed. The result reveals nothing about {@code seed} or about its values for other labels. */
    byte[] derive(byte[] seed, int label);

    /** Hashes each secret value to a value of the same size. */
    byte[] degrade(byte[] values);

    /** Hashes each secret value to the leaf node that commits to it. */
    byte[] leaves(byte[] values);

    /** Hashes each pair of adjacent nodes to its parent. The number of nodes is even. */
    byte[] parents(byte[] nodes);

    /** Hashes a message of any length. */
    byte[] digest(byte[] message);
}
