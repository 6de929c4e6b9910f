// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** Descriptions and messages of parameters that several operations share. */
public final class ParameterDescriptions {
    public static final String PREFIX = "A prefix, such as 192.0.2.0/24 or 2001:db8::/32";
    public static final String ROUTER = "A router, by hash, address or name; r1#2 for one BGP instance";
    public static final String PEER = "A peer, by hash, address, AS number or name; @red for all peers of the VRF red";
    public static final String LIMIT = "Maximum number of elements in the response";
    public static final String CURSOR = "The cursor of the previous page";

    /** Message of {@code @Min}. */
    public static final String TOO_SMALL = "is less than {value}";

    /** Message of {@code @Max}. */
    public static final String TOO_LARGE = "is more than {value}";

    private ParameterDescriptions() {}
}
