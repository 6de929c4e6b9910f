// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** A scheme with its parameters. Safe for use by several threads. */
public interface ConfiguredScheme {
    ParameterSet parameters();

    /** Creates a speaker with new keys. */
    Speaker issue(SpeakerIdentity identity);

    /**
     * Returns a verifier without cached results.
     *
     * @param keys the published keys of all speakers
     */
    PathVerifier verifier(KeyDirectory keys);

    /**
     * Encodes a path as the value of a path attribute, by default as an {@link Envelope}.
     *
     * @throws IllegalArgumentException if a part is too long for its length field
     */
    default Bytes encode(SecuredPath path) {
        return Envelope.encode(path);
    }

    /** Decodes the value of a path attribute. Accepts any input; the error of malformed input names the field. */
    default Decoded<SecuredPath> decode(Bytes value) {
        return Envelope.decode(value);
    }

    /** Returns the sizes of a path of this scheme. */
    default PathSizes sizes(SecuredPath path) {
        return PathSizes.of(path, encode(path).length());
    }

    /**
     * Removes the newest hop of a path, and as much of its effect on the shared part as a receiver without private
     * keys can. Attackers that shorten paths use this method.
     *
     * @param route a route with at least two hops
     * @param keys the published keys
     */
    default SecuredPath withoutNewestHop(SecuredRoute route, KeyDirectory keys) {
        SecuredPath path = route.path();
        return path.withHops(path.hops().subList(0, path.hops().size() - 1));
    }
}
