// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;

/** One direction of a TCP connection, from source to destination. Addresses have 4 or 16 bytes. */
public record TcpFlow(Bytes sourceAddress, int sourcePort, Bytes destinationAddress, int destinationPort) {
    /** Returns the opposite direction. */
    public TcpFlow reversed() {
        return new TcpFlow(destinationAddress, destinationPort, sourceAddress, sourcePort);
    }

    public boolean hasPort(int port) {
        return sourcePort == port || destinationPort == port;
    }

    @Override
    public String toString() {
        return endpoint(sourceAddress, sourcePort) + " > " + endpoint(destinationAddress, destinationPort);
    }

    private static String endpoint(Bytes address, int port) {
        String text = IpAddress.format(address);
        return (address.length() == 16 ? "[" + text + "]" : text) + ":" + port;
    }
}
