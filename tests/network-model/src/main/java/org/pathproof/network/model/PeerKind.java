// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** Relation of a router to a neighbor. */
public enum PeerKind {
    EXTERNAL,
    /** In another member AS of the confederation (RFC 5065). */
    CONFEDERATION,
    INTERNAL
}
