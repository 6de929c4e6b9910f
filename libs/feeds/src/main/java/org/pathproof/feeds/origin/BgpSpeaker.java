// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

/**
 * A router as its internal neighbors know it: BGP Identifiers are unique within an AS (RFC 6286 section 2.1).
 *
 * @param asn AS of the router, or its member AS in a confederation
 * @param identifier BGP Identifier as 32 bits
 */
public record BgpSpeaker(long asn, int identifier) {}
