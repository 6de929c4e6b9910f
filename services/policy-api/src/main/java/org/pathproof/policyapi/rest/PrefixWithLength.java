// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.pathproof.wire.Prefix;

/** A prefix as a parameter, where an address without a length is an error. */
public record PrefixWithLength(Prefix prefix) {}
