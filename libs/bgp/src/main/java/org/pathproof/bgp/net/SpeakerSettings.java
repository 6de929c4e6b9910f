// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Settings of a {@link BgpSpeaker}.
 *
 * @param listen addresses to accept connections on; empty for none. Port 0 selects a free port
 * @param threads number of event loops
 * @param highWaterMark bytes in the write buffer of a neighbor above which its source is not polled
 * @param epoll uses epoll sockets where they are available; false for NIO
 */
public record SpeakerSettings(List<InetSocketAddress> listen, int threads, int highWaterMark, boolean epoll) {
    private static final int HIGH_WATER_MARK_BYTES = 128 << 10;

    public SpeakerSettings {
        listen = List.copyOf(listen);
        if (threads < 1 || highWaterMark < 1) {
            throw new IllegalArgumentException(
                    "threads " + threads + " and highWaterMark " + highWaterMark + " must be positive");
        }
    }

    /** Returns settings for two event loops, and 128 KiB for each neighbor. */
    public static SpeakerSettings of(List<InetSocketAddress> listen) {
        return new SpeakerSettings(listen, 2, HIGH_WATER_MARK_BYTES, true);
    }
}
