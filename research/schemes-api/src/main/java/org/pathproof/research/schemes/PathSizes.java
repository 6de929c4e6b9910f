// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

/**
 * Sizes of a path in bytes.
 *
 * @param hops number of hops
 * @param signatures signatures of all hops and the shared part, which papers publish as the size of signatures
 * @param contents signed fields of the hops, for example public keys
 * @param secret private values for the next speaker
 * @param attribute the complete value of the path attribute
 */
public record PathSizes(int hops, int signatures, int contents, int secret, int attribute) {
    /** Returns the sizes of a path whose signatures are the signatures of its hops and its shared part. */
    public static PathSizes of(SecuredPath path, int attribute) {
        int signatures =
                path.hops().stream().mapToInt(hop -> hop.signature().length()).sum()
                        + path.shared().length();
        int contents =
                path.hops().stream().mapToInt(hop -> hop.content().length()).sum();
        return new PathSizes(
                path.hops().size(), signatures, contents, path.secret().length(), attribute);
    }

    /** Returns the mean size of signatures for each hop. */
    public double signatureBytesPerHop() {
        return (double) signatures / hops;
    }
}
