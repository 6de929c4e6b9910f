// SPDX-License-Identifier: Apache-2.0
/**
 * Relay of byte streams from one transport to another, for routers that support only one of them.
 *
 * <p>{@link Relay} listens and connects as its {@link RelaySettings} say. Each accepted connection gets a connection to
 * the target, and both channels pass bytes on at the pace of the slower one.
 */
@NullMarked
package org.pathproof.transport.relay;

import org.jspecify.annotations.NullMarked;
