// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.time.Duration;

/**
 * What routers may ask of the server.
 *
 * @param maxMessage octets of a BMP message
 * @param maxConnections at a time
 * @param maxPerAddress connections from one address at a time
 * @param idle a router that is silent for so long is disconnected; zero: never
 * @param queueHigh octets waiting for a connection's thread above which its socket is not read
 * @param queueLow octets waiting below which it is read again
 */
public record BmpLimits(
        int maxMessage, int maxConnections, int maxPerAddress, Duration idle, long queueHigh, long queueLow) {}
