// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import org.pathproof.wire.Prefix;

/**
 * A router as its BMP session names it.
 *
 * @param address the router's address as a host prefix
 * @param name sysName of the Initiation message; empty if the router sends none
 */
public record RouterIdentity(Prefix address, String name) {}
