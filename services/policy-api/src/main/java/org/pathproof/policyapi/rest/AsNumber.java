// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** An AS number as a parameter, 0..4294967295 (RFC 6793). */
public record AsNumber(long value) {
    /** Pattern of the text for OpenAPI. The largest number has ten digits. */
    public static final String PATTERN = "^([Aa][Ss])?[0-9]{1,10}$";
}
