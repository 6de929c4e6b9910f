// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses and TCP ports of this machine.
 *
 * <p>{@code Ports} finds free ports. {@code HttpHost} checks the address of the web server, and returns the host names
 * and URLs by which clients reach it.
 */
@NullMarked
package org.pathproof.standalone.network;

import org.jspecify.annotations.NullMarked;
