// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Structures of socket options in {@code linux/tcp.h}: {@code tcp_md5sig} (Linux 4.14), and those of TCP-AO
 * (Linux 6.7). Fields have the byte order of the machine, addresses have that of the network.
 */
final class SocketStructures {
    /** Size of {@code sockaddr_storage}, which begins all structures. */
    static final int ADDRESS_BYTES = 128;

    static final int IPV4_FAMILY = 2;
    static final int IPV6_FAMILY = 10;
    private static final int IPV4_ADDRESS_OFFSET = 4;
    private static final int IPV6_ADDRESS_OFFSET = 8;
    private static final int IPV4_MAPPED_MARK_OFFSET = 10;

    static final int MD5_FLAGS_OFFSET = 128;
    static final int MD5_PREFIX_OFFSET = 129;
    static final int MD5_KEY_LENGTH_OFFSET = 130;
    static final int MD5_KEY_OFFSET = 136;
    static final int MD5_BYTES = 216;
    private static final byte MD5_FLAG_PREFIX = 1;

    static final int AO_ALGORITHM_OFFSET = 128;
    static final int AO_PREFIX_OFFSET = 202;
    static final int AO_SEND_ID_OFFSET = 203;
    static final int AO_RECEIVE_ID_OFFSET = 204;
    static final int AO_CODE_LENGTH_OFFSET = 205;
    static final int AO_KEY_LENGTH_OFFSET = 207;
    static final int AO_KEY_OFFSET = 208;
    static final int AO_BYTES = 288;
    static final int AO_DELETE_PREFIX_OFFSET = 138;
    static final int AO_DELETE_SEND_ID_OFFSET = 139;
    static final int AO_DELETE_RECEIVE_ID_OFFSET = 140;
    static final int AO_DELETE_BYTES = 144;
    private static final int AO_DELETE_FLAGS_OFFSET = 132;
    /** The bit field {@code del_async}, for listening sockets. */
    private static final int AO_DELETE_LATER = 1 << 2;

    static final int AO_INFO_CURRENT_KEY_OFFSET = 6;
    static final int AO_INFO_REQUESTED_KEY_OFFSET = 7;
    static final int AO_INFO_BYTES = 48;
    /** The bit fields {@code set_current} and {@code set_rnext}. */
    private static final int AO_INFO_SET_CURRENT_KEY = 1;

    private static final int AO_INFO_REQUEST_KEY = 1 << 1;

    static final int AO_STATUS_COUNT_OFFSET = 272;
    static final int AO_STATUS_FLAGS_OFFSET = 276;
    static final int AO_STATUS_SEND_ID_OFFSET = 278;
    static final int AO_STATUS_RECEIVE_ID_OFFSET = 279;
    static final int AO_STATUS_PREFIX_OFFSET = 280;
    static final int AO_STATUS_GOOD_OFFSET = 288;
    static final int AO_STATUS_BYTES = 304;
    /** The bit fields {@code is_current}, {@code is_rnext} and {@code get_all}. */
    static final int AO_STATUS_CURRENT = 1;

    static final int AO_STATUS_REQUESTED = 1 << 1;
    private static final int AO_STATUS_GET_ALL = 1 << 2;

    /** RFC 5926 section 3.1: 96 bits. */
    private static final byte AO_CODE_BYTES = 12;

    private SocketStructures() {}

    /**
     * Returns a {@code tcp_md5sig} for the option TCP_MD5SIG_EXT.
     *
     * @param password empty to remove the password of the peers
     * @param ipv6Socket true for a socket of the family IPv6, on which IPv4 peers have mapped addresses
     */
    static ByteBuffer md5(Prefix peers, String password, boolean ipv6Socket) {
        ByteBuffer structure = structure(MD5_BYTES, peers, ipv6Socket);
        byte[] key = password.getBytes(StandardCharsets.UTF_8);
        structure.put(MD5_FLAGS_OFFSET, MD5_FLAG_PREFIX);
        structure.put(MD5_PREFIX_OFFSET, (byte) peers.length());
        structure.putShort(MD5_KEY_LENGTH_OFFSET, (short) key.length);
        return structure.put(MD5_KEY_OFFSET, key);
    }

    /** Returns a {@code tcp_ao_add} for the option TCP_AO_ADD_KEY. */
    static ByteBuffer ao(Prefix peers, TcpAoKey key, boolean ipv6Socket) {
        ByteBuffer structure = structure(AO_BYTES, peers, ipv6Socket);
        structure.put(AO_ALGORITHM_OFFSET, key.algorithm().kernelName().getBytes(StandardCharsets.US_ASCII));
        structure.put(AO_PREFIX_OFFSET, (byte) peers.length());
        structure.put(AO_SEND_ID_OFFSET, (byte) key.sendId());
        structure.put(AO_RECEIVE_ID_OFFSET, (byte) key.receiveId());
        structure.put(AO_CODE_LENGTH_OFFSET, AO_CODE_BYTES);
        structure.put(AO_KEY_LENGTH_OFFSET, (byte) key.secret().length());
        return structure.put(AO_KEY_OFFSET, key.secret().toArray());
    }

    /**
     * Returns a {@code tcp_ao_del} for the option TCP_AO_DEL_KEY.
     *
     * @param listener true for a listening socket, which does not wait until all processors have forgotten the key
     */
    static ByteBuffer aoDelete(Prefix peers, int sendId, int receiveId, boolean listener, boolean ipv6Socket) {
        ByteBuffer structure = structure(AO_DELETE_BYTES, peers, ipv6Socket);
        structure.putInt(AO_DELETE_FLAGS_OFFSET, listener ? AO_DELETE_LATER : 0);
        structure.put(AO_DELETE_PREFIX_OFFSET, (byte) peers.length());
        structure.put(AO_DELETE_SEND_ID_OFFSET, (byte) sendId);
        return structure.put(AO_DELETE_RECEIVE_ID_OFFSET, (byte) receiveId);
    }

    /** Returns a {@code tcp_ao_info_opt} for the option TCP_AO_INFO that requests that the peer sign with a key. */
    static ByteBuffer aoRequest(TcpAoKey key) {
        ByteBuffer structure = ByteBuffer.allocateDirect(AO_INFO_BYTES).order(ByteOrder.nativeOrder());
        structure.putInt(0, AO_INFO_REQUEST_KEY);
        return structure.put(AO_INFO_REQUESTED_KEY_OFFSET, (byte) key.receiveId());
    }

    /** Returns a {@code tcp_ao_info_opt} for the option TCP_AO_INFO that signs sent segments with a key. */
    static ByteBuffer aoSign(TcpAoKey key) {
        ByteBuffer structure = ByteBuffer.allocateDirect(AO_INFO_BYTES).order(ByteOrder.nativeOrder());
        structure.putInt(0, AO_INFO_SET_CURRENT_KEY);
        return structure.put(AO_INFO_CURRENT_KEY_OFFSET, (byte) key.sendId());
    }

    /** Returns a buffer of {@code tcp_ao_getsockopt} for the option TCP_AO_GET_KEYS that requests all keys. */
    static ByteBuffer aoStatuses(int maxKeys) {
        ByteBuffer structures =
                ByteBuffer.allocateDirect(maxKeys * AO_STATUS_BYTES).order(ByteOrder.nativeOrder());
        structures.putInt(AO_STATUS_COUNT_OFFSET, maxKeys);
        return structures.putShort(AO_STATUS_FLAGS_OFFSET, (short) AO_STATUS_GET_ALL);
    }

    /** Returns the address of a structure that the kernel has filled in, as a prefix of a length. */
    static Prefix peers(ByteBuffer structures, int offset, int length) {
        boolean ipv4 = structures.getShort(offset) == IPV4_FAMILY;
        byte[] address = new byte[ipv4 ? 4 : 16];
        structures.get(offset + (ipv4 ? IPV4_ADDRESS_OFFSET : IPV6_ADDRESS_OFFSET), address);
        return Prefix.of(ipv4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6, Bytes.wrap(address), length);
    }

    private static ByteBuffer structure(int size, Prefix peers, boolean ipv6Socket) {
        ByteBuffer structure = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        byte[] address = address(peers);
        if (!ipv6Socket) {
            structure.putShort(0, (short) IPV4_FAMILY);
            structure.put(IPV4_ADDRESS_OFFSET, address);
        } else {
            structure.putShort(0, (short) IPV6_FAMILY);
            if (peers.isIpv4()) {
                structure.putShort(IPV6_ADDRESS_OFFSET + IPV4_MAPPED_MARK_OFFSET, (short) -1);
                structure.put(IPV6_ADDRESS_OFFSET + IPV4_MAPPED_MARK_OFFSET + 2, address);
            } else {
                structure.put(IPV6_ADDRESS_OFFSET, address);
            }
        }
        return structure;
    }

    /** Returns all bytes of the first address of a prefix. */
    private static byte[] address(Prefix peers) {
        ByteBuffer address = ByteBuffer.allocate(16).putLong(peers.hi()).putLong(peers.lo());
        return Arrays.copyOf(address.array(), peers.isIpv4() ? 4 : 16);
    }

    /** Returns true if new epoll sockets are of the family IPv6. The native library has to be loaded before. */
    static boolean hasIpv6() {
        return Epoll.isAvailable() && Socket.isIPv6Preferred();
    }
}
