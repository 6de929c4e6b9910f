// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import java.io.IOException;
import java.util.Arrays;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.threads.ThreadUtils;
import org.jspecify.annotations.Nullable;

/**
 * The part of a hostile peer of SSH, read from the input of a fuzz test. The two lowest bits of the first byte are the
 * {@link Phase}; the other bits are the {@link Ending}. The other bytes are sent as they are before the key exchange.
 * In other phases they are packets: one byte with the command, one with the length of the payload, and the payload.
 */
public final class SshScript {
    /** Length of a payload that has all further bytes. */
    private static final int ALL = 255;
    /** A command that SSH does not have. With an open channel, the payload is data of the channel. */
    private static final int DATA = 0;

    private static final AttributeKey<Boolean> MUTE = new AttributeKey<>();
    private static final int FIRST_ABRUPT = 48;
    private static final int SILENT = 63;

    /** The state of the connection in which the peer sends its bytes or packets. */
    public enum Phase {
        CONNECTED,
        KEYS_EXCHANGED,
        AUTHENTICATED,
        CHANNEL_OPEN
    }

    /** The end of the connection. */
    public enum Ending {
        /** The peer announces the end, and closes the connection after its last bytes are sent. */
        ORDERLY,
        /** The peer closes the connection, perhaps before its last bytes are sent. */
        ABRUPT,
        /** The peer sends nothing more, and waits for the end. */
        SILENT
    }

    private final Phase phase;
    private final Ending ending;
    private final byte[] bytes;

    /** Reads an input, which has one byte at least. */
    public SshScript(byte[] input) {
        phase = Phase.values()[input[0] & 3];
        int end = (input[0] & 0xff) >>> 2;
        ending = end == SILENT ? Ending.SILENT : end >= FIRST_ABRUPT ? Ending.ABRUPT : Ending.ORDERLY;
        bytes = Arrays.copyOfRange(input, 1, input.length);
    }

    public Phase phase() {
        return phase;
    }

    public Ending ending() {
        return ending;
    }

    /** Returns the bytes for the phase before the key exchange. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Sends the packets.
     *
     * @param channel the open channel, or null before the phase {@link Phase#CHANNEL_OPEN}
     * @throws IOException if the connection has ended
     */
    public void send(Session session, @Nullable Channel channel) throws IOException {
        int at = 0;
        while (at + 1 < bytes.length) {
            int command = bytes[at] & 0xff;
            int length = bytes[at + 1] & 0xff;
            at += 2;
            int end = length == ALL ? bytes.length : Math.min(at + length, bytes.length);
            byte[] payload = Arrays.copyOfRange(bytes, at, end);
            at = end;
            Buffer packet;
            if (command == DATA && channel != null) {
                packet = session.createBuffer(SshConstants.SSH_MSG_CHANNEL_DATA);
                packet.putUInt(channel.getRecipient());
                packet.putBytes(payload);
            } else {
                packet = session.createBuffer((byte) command);
                packet.putRawBytes(payload);
            }
            // Other threads than SSHD's own would wait for the end of a key exchange.
            ThreadUtils.runAsInternal(packet, session::writePacket);
        }
    }

    /** Returns true if the peer must not respond to any more messages, because its ending is silent. */
    public static boolean isMute(Session session) {
        return session.getAttribute(MUTE) != null;
    }

    /**
     * Ends the connection, or makes the session mute if the ending is silent.
     *
     * @throws IOException if the connection has ended
     */
    public void end(Session session) throws IOException {
        switch (ending) {
            case ORDERLY -> {
                Buffer packet = session.createBuffer(SshConstants.SSH_MSG_DISCONNECT);
                packet.putUInt(SshConstants.SSH2_DISCONNECT_BY_APPLICATION);
                packet.putString("");
                packet.putString("");
                session.writePacket(packet).addListener(written -> session.close(true));
            }
            case ABRUPT -> session.close(true);
            case SILENT -> session.setAttribute(MUTE, true);
        }
    }
}
