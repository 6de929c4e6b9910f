// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/** NOTIFICATION (RFC 4271 section 4.5). */
public record Notification(int errorCode, int errorSubcode, Bytes data) implements BgpMessage {
    private static final int CEASE = 6;
    private static final int ADMINISTRATIVE_SHUTDOWN = 2;
    private static final int ADMINISTRATIVE_RESET = 4;

    /** Returns the operator's text about a shutdown or reset (RFC 9003 section 2), cleaned and bounded. */
    public Optional<String> shutdownCommunication() {
        boolean mayHave =
                errorCode == CEASE && (errorSubcode == ADMINISTRATIVE_SHUTDOWN || errorSubcode == ADMINISTRATIVE_RESET);
        return mayHave && !data.isEmpty() && data.u8(0) > 0 && data.u8(0) < data.length()
                ? Optional.of(NetworkText.description(data.slice(1, 1 + data.u8(0))))
                : Optional.empty();
    }

    /** Returns the error for an operator: the name of its code, both numbers, and the shutdown communication. */
    public String description() {
        String name = switch (errorCode) {
            case 1 -> "Message Header Error";
            case 2 -> "OPEN Message Error";
            case 3 -> "UPDATE Message Error";
            case 4 -> "Hold Timer Expired";
            case 5 -> "Finite State Machine Error";
            case CEASE -> "Cease";
            case 7 -> "ROUTE-REFRESH Message Error";
            case 8 -> "Send Hold Timer Expired";
            default -> "error";
        };
        return name + " " + errorCode + "/" + errorSubcode
                + shutdownCommunication().map(text -> ": " + text).orElse("");
    }

    @Override
    public int type() {
        return TYPE_NOTIFICATION;
    }
}
