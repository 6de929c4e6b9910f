// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** Large community of an override, by which routers and the feeds recognise it. */
public enum Mark {
    /** No override. */
    NONE,
    /** An override that the router reflects as a path of a reflection client. */
    REFLECT,
    /** An override that the export policy towards internal neighbors denies; external neighbors receive it. */
    NOT_REFLECTED,
    /** An override with NO_ADVERTISE (RFC 1997). */
    NO_ADVERTISE
}
